#pragma once

#include <cstdint>
#include <string>

namespace ledger {

// The struct is small: pass it by value.
struct Money {
    std::int64_t cents;

    std::string text() const {
        return std::to_string(cents / 100);
    }
};

}  // namespace ledger
