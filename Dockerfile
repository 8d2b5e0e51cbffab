# syntax=docker/dockerfile:1
# Builds and runs the bot.
#
#   docker build --build-arg COMMIT="$(git rev-parse HEAD)" -t rookery .
#   docker run -e DISCORD_TOKEN -v rookery:/data rookery
#
# It is linted with every change (hadolint, in .ci/run), and built and tried once a week (.ci/image).

ARG RUST=1.94

# The slim image has the C compiler that SQLite needs.
FROM rust:${RUST}-slim-bookworm AS build
WORKDIR /src
# The bot alone: the sandbox listens on loopback only, where nobody outside of the container would reach it.
# The dependencies by themselves, behind an empty program: this layer is built again only when they change.
COPY Cargo.toml Cargo.lock ./
COPY crates/engine/Cargo.toml crates/engine/
COPY crates/game/Cargo.toml crates/game/
COPY crates/games/Cargo.toml crates/games/
COPY crates/pairing/Cargo.toml crates/pairing/
COPY crates/push/Cargo.toml crates/push/
COPY crates/render/Cargo.toml crates/render/
COPY crates/rules/Cargo.toml crates/rules/
COPY crates/sandbox/Cargo.toml crates/sandbox/
COPY crates/store/Cargo.toml crates/store/
COPY crates/testing/Cargo.toml crates/testing/
COPY crates/timing/Cargo.toml crates/timing/
COPY crates/training/Cargo.toml crates/training/
RUN mkdir -p src tests benches/sim benches/trials \
    && echo 'fn main() {}' > src/main.rs \
    && touch src/lib.rs tests/main.rs benches/figures.rs benches/game_files.rs benches/load.rs benches/servers.rs benches/sim/main.rs benches/standing.rs benches/store.rs benches/trials/main.rs benches/web.rs \
    && for crate in crates/*; do mkdir "$crate/src" && touch "$crate/src/lib.rs"; done \
    && mkdir -p crates/rules/tests/rules && touch crates/rules/tests/rules/main.rs \
    && cargo build --release --locked --bin rookery --no-default-features \
    && rm -r src tests benches crates
COPY . .
# The commit, which `rookery --version` names.
ARG COMMIT=
# What was built of the empty program must look older than the real one.
RUN touch src/main.rs src/lib.rs crates/*/src/lib.rs \
    && ROOKERY_COMMIT="$COMMIT" cargo build --release --locked --bin rookery --no-default-features

FROM debian:bookworm-slim
# Certificates are compiled in, SQLite and fonts too: nothing is installed here.
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin rookery \
    && install -d -o rookery -g rookery /data
COPY --from=build /src/target/release/rookery /usr/local/bin/rookery
USER 10001
WORKDIR /data
VOLUME /data
# Fewer places where memory is kept that is not in use: a quarter less is held under load.
ENV MALLOC_ARENA_MAX=2 \
    ROOKERY_STORE_PATH=/data/rookery.db \
    ROOKERY_RUN_HEARTBEAT=/tmp/rookery.heartbeat \
    ROOKERY_RUN_PAUSE=60 \
    ROOKERY_LOG_FORMAT=plain
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 CMD ["rookery", "healthcheck"]
# SIGTERM: no new commands, those in hand are finished (run.grace), the store is closed.
STOPSIGNAL SIGTERM
ENTRYPOINT ["rookery"]
CMD ["run"]
