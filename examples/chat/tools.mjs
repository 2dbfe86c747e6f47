// Lets the model call a tool. The tool gets real values, as far as this caller may see them; the model gets tokens.
import OpenAI from 'openai'

const { SLUICE_URL = 'http://127.0.0.1:8080', SLUICE_TOKEN = '', SLUICE_MODEL = 'sluice-demo' } = process.env
const client = new OpenAI({ baseURL: `${SLUICE_URL}/v1`, apiKey: SLUICE_TOKEN })

/** @type {OpenAI.ChatCompletionTool[]} */
const tools = [
  {
    type: 'function',
    function: {
      name: 'last_order',
      description: 'Finds the last order of a customer.',
      parameters: { type: 'object', properties: { email: { type: 'string' } }, required: ['email'] },
    },
  },
]

/** @param {string} email */
function lastOrder(email) {
  console.log(`The tool looks for ${email}`)
  return { email, item: 'lamp', shippedTo: 'Maria Keller' }
}

/** @type {OpenAI.ChatCompletionMessageParam[]} */
const messages = [{ role: 'user', content: 'What did maria.keller@example.com order last?' }]
// A model that goes on calling tools is stopped after a few turns.
for (let turn = 0; turn < 5; turn += 1) {
  const { choices } = await client.chat.completions.create({ model: SLUICE_MODEL, messages, tools })
  const message = choices[0]?.message
  if (message?.tool_calls === undefined) {
    console.log(message?.content)
    break
  }
  messages.push(message)
  for (const call of message.tool_calls) {
    if (call.type !== 'function') continue
    const { email } = JSON.parse(call.function.arguments)
    messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(lastOrder(email)) })
  }
}
