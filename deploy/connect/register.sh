#!/bin/sh
# The JSON Schemas of all topics into a registry that speaks the API of Confluent's, as subjects TOPIC-value.
#   register.sh URL [PREFIX]    URL such as http://registry:8081; PREFIX is PITLEDGER_TOPIC_PREFIX
# A schema that is there already stays as it is. REGISTRY_CURL holds more options for curl, such as `-n`.
set -eu
registry=${1:?"name the registry, such as http://registry:8081"}
prefix=${2:-}
schemas=$(dirname "$0")/../schemas

ask() {
    # shellcheck disable=SC2086  options are words
    curl -sS --fail-with-body ${REGISTRY_CURL:-} -H 'Content-Type: application/vnd.schemaregistry.v1+json' "$@"
}

for name in commands.v1 events.v1 events.masked.v1 rejections.v1 seals.v1; do
    subject=${prefix}pitledger.$name-value
    answer=$(jq -c '{schemaType: "JSON", schema: tojson}' "$schemas/$name.json" |
        ask -d @- "$registry/subjects/$subject/versions") || {
        echo "$subject was not taken: $answer" >&2
        exit 1
    }
    # Why no other one fits: docs/connect.md. Some registries know a subject only once it has a version.
    ask -X PUT -d '{"compatibility": "NONE"}' "$registry/config/$subject" > /dev/null
    echo "$subject: id $(echo "$answer" | jq .id)"
done
