#!/usr/bin/env bash
# Asks with curl: one answer, one stream, and one request that is refused.
set -euo pipefail

url=${SLUICE_URL:-http://127.0.0.1:8080}
model=${SLUICE_MODEL:-sluice-demo}

# -q reads no .curlrc. The token comes by a file descriptor, so that it stands in no list of processes.
ask() {
  curl -q --silent --show-error "$url/v1/chat/completions" \
    --header @<(printf 'authorization: Bearer %s' "$SLUICE_TOKEN") \
    --header 'content-type: application/json' --data-binary "$1"
}

echo '# An answer'
ask '{"model":"'"$model"'","messages":[{"role":"user","content":"Write to Maria Keller at maria.keller@example.com."}]}'
echo
echo '# A stream'
ask '{"model":"'"$model"'","stream":true,"messages":[{"role":"user","content":"Write to Maria Keller."}]}'
echo '# A refusal'
ask '{"model":"no-such-model","messages":[{"role":"user","content":"Hello"}]}'
echo
