"""Asks with OpenAI's Python client (pip install openai): one answer, one stream, and what a refusal looks like."""

import os

from openai import APIStatusError, OpenAI

client = OpenAI(
    base_url=os.environ.get("SLUICE_URL", "http://127.0.0.1:8080") + "/v1",
    api_key=os.environ["SLUICE_TOKEN"],
)
model = os.environ.get("SLUICE_MODEL", "sluice-demo")
messages = [{"role": "user", "content": "Write to Maria Keller at maria.keller@example.com."}]

answer = client.chat.completions.create(model=model, messages=messages)
print(answer.choices[0].message.content)
print("Layers:", " ".join(answer.model_extra["service_metadata"]["layers_executed"]))

for chunk in client.chat.completions.create(model=model, messages=messages, stream=True):
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="")
print()

try:
    client.chat.completions.create(model="no-such-model", messages=messages)
except APIStatusError as error:
    print(error.status_code, error.code, error.message)
