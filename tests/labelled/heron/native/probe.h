/* A probe on a bus. Each struct member is as wide as its register. */
#ifndef HERON_PROBE_H
#define HERON_PROBE_H

#include <stddef.h>

#ifdef HAVE_I2C
#include <linux/i2c.h>
#endif

#if defined(USE_SPI)
#include <linux/spi/spi.h>
#endif

#define HERON_PACKED __attribute__((packed))
#define HERON_MIN(a, b) ((a) < (b) ? (a) : (b))
#define HERON_CHECK(what) do { if (!(what)) return -1; } while (0)
#define HERON_BITS(width) ((1u << (width)) - 1u)

struct HERON_PACKED probe {
    unsigned char bus;
};

int probe_open(struct probe *probe, int bus);
int probe_read(struct probe *probe, void *buffer, size_t size);
void probe_close(struct probe *probe);

static inline int probe_bus(const struct probe *probe) {
    return HERON_MIN(probe->bus, 7);
}

#endif
