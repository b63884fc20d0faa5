#!/usr/bin/env bash
# Builds the images that docker-compose.yml names, from Debian packages and Maven artifacts, for a machine that reaches no
# container registry. They keep to the environment contract of the public images, as far as the compose file uses it.
# Needs root, docker, debootstrap and mvn. Grafana is in neither place: the compose file needs the public image for it.
set -euo pipefail
here=$(CDPATH='' cd "$(dirname "$0")" && pwd -P)
root=$(CDPATH='' cd "$here/../.." && pwd -P)
set -a
. "$root/.env"
set +a
export DOCKER_BUILDKIT=0

version() {
  sed -n "s|.*<$1.version>\(.*\)</$1.version>.*|\1|p" "$root/pom.xml" | head -n 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# debian IMAGE PACKAGES: an image of Debian with packages.
debian() {
  if docker image inspect "$1" >/dev/null 2>&1; then
    return
  fi
  debootstrap --variant=minbase --include="$2" bookworm "$work/debian" >&2
  tar -C "$work/debian" -c . | docker import - "$1"
  rm -rf "$work/debian"
}

# jars PROFILE: the artifacts of a profile of pom.xml, in the build folder of its image.
jars() {
  cp -r "$here/$1" "$work/$1"
  mvn -q -B -ntp -f "$here/pom.xml" -P "$1" dependency:copy-dependencies -DincludeScope=runtime \
    -DoutputDirectory="$work/$1/libs" -Dkafka.version="$(version kafka)" -Dflink.version="$(version flink)" \
    -Djackson.version="$(version jackson)"
}

debian "$JRE_IMAGE" openjdk-17-jre-headless,ca-certificates-java
jars kafka
docker build --build-arg JRE_IMAGE="$JRE_IMAGE" -t "$KAFKA_IMAGE" "$work/kafka"
jars flink
docker build --build-arg JRE_IMAGE="$JRE_IMAGE" -t "$FLINK_IMAGE" "$work/flink"
debian fabric-twin-local/prometheus:bookworm prometheus
docker build --build-arg BASE_IMAGE=fabric-twin-local/prometheus:bookworm -t "$PROMETHEUS_IMAGE" "$here/prometheus"
docker images
