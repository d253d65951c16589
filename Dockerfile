# doclint in a container: `docker build --tag doclint .`, and how it is used in docs/gate.md.
ARG BASE=docker.io/library/python:3.13-slim-trixie

FROM ${BASE} AS build
COPY .ci/image.txt pyproject.toml setup.py README.md LICENSE MANIFEST.in /source/
COPY doclint /source/doclint
COPY rules /source/rules
RUN python3 -m venv /opt/doclint \
    && /opt/doclint/bin/pip install --no-cache-dir --no-compile --no-deps --requirement /source/image.txt \
    && /opt/doclint/bin/pip install --no-cache-dir --no-compile --no-deps /source \
    && /opt/doclint/bin/pip uninstall --yes pip \
    # Compiled files that have no times in them are the same in every build.
    && python3 -m compileall -q --invalidation-mode unchecked-hash /opt/doclint/lib

FROM ${BASE}
# The mounted repository belongs to another user, which git refuses to read otherwise.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends git \
    && rm -rf /var/lib/apt/lists/* /var/log/* /var/cache/ldconfig \
    && git config --system --add safe.directory '*'
COPY --from=build /opt/doclint /opt/doclint
ENV PATH=/opt/doclint/bin:$PATH DOCLINT_CACHE_DIR=/tmp/doclint
USER 65534:65534
WORKDIR /repository
ENTRYPOINT ["doclint"]
CMD ["check"]
