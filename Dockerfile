# syntax=docker/dockerfile:1
# Builds and runs the bot. The project's own checks have no container engine: this file is kept by reading, not by building.
#
#   docker build -t rookery .
#   docker run -e DISCORD_TOKEN -v rookery:/data rookery

ARG RUST=1.94

FROM rust:${RUST}-slim-bookworm AS build
# SQLite is compiled from source, so a C compiler is needed; the slim image has one for linking already.
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN cargo build --release --locked --bin rookery

FROM debian:bookworm-slim
# Certificates are compiled in, SQLite and fonts too: nothing is installed here.
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin rookery \
    && install -d -o rookery -g rookery /data
COPY --from=build /src/target/release/rookery /usr/local/bin/rookery
USER rookery
WORKDIR /data
VOLUME /data
ENV ROOKERY_STORE_PATH=/data/rookery.db \
    ROOKERY_RUN_HEARTBEAT=/tmp/rookery.heartbeat \
    ROOKERY_LOG_FORMAT=plain
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 CMD ["rookery", "healthcheck"]
# SIGTERM: no new commands, those in hand are finished (run.grace), the store is closed.
STOPSIGNAL SIGTERM
ENTRYPOINT ["rookery"]
CMD ["run"]
