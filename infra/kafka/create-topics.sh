#!/bin/sh
# Creates the topics that Sluice publishes to. Run it where Kafka's own scripts are:
#   BOOTSTRAP=kafka:9092 sh create-topics.sh
set -eu

: "${BOOTSTRAP:?the address of a broker}"
: "${PARTITIONS:=12}"
: "${REPLICAS:=3}"
: "${MIN_IN_STEP:=2}"
: "${EVENTS_RETENTION_MS:=604800000}"
: "${SIEM_RETENTION_MS:=604800000}"

create() {
  kafka-topics.sh --bootstrap-server "$BOOTSTRAP" --create --if-not-exists --topic "$1" \
    --partitions "$PARTITIONS" --replication-factor "$REPLICAS" \
    --config "min.insync.replicas=$MIN_IN_STEP" --config "retention.ms=$2" --config compression.type=producer
}

create "${KAFKA_TOPIC_EVENTS:-sluice.layer-events}" "$EVENTS_RETENTION_MS"
create "${KAFKA_TOPIC_SIEM:-sluice.siem}" "$SIEM_RETENTION_MS"
