// Asks once, with OpenAI's own client: only the base URL and the key differ.
import OpenAI from 'openai'

const { SLUICE_URL = 'http://127.0.0.1:8080', SLUICE_TOKEN = '', SLUICE_MODEL = 'sluice-demo' } = process.env
const client = new OpenAI({ baseURL: `${SLUICE_URL}/v1`, apiKey: SLUICE_TOKEN })

const answer = await client.chat.completions.create({
  model: SLUICE_MODEL,
  messages: [{ role: 'user', content: 'Write to Maria Keller at maria.keller@example.com.' }],
})
console.log(answer.choices[0]?.message.content)

// The client's types do not know what the gateway adds.
const { layers_executed, policy_violations } = Object(answer).service_metadata
console.log(`Layers: ${layers_executed.join(' ')}`)
for (const { policy_id, message } of policy_violations) console.log(`${policy_id}: ${message}`)
