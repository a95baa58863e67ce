# Builds the binary, then puts it alone into a small image.
FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --release --locked -p belay-cli

FROM debian:bookworm-slim
RUN useradd --system --create-home --home-dir /var/lib/belay belay
COPY --from=build /src/target/release/belay /usr/local/bin/belay
RUN ln -s belay /usr/local/bin/breadbox
USER belay
ENV BELAY_LISTEN=0.0.0.0:8080 BELAY_DATABASE=sqlite:/var/lib/belay/belay.sqlite BELAY_LOG_FORMAT=json
VOLUME /var/lib/belay
EXPOSE 8080
ENTRYPOINT ["belay"]
CMD ["serve"]
