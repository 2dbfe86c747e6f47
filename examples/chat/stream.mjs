// Asks for a stream, and keeps the requests of one run together by a name for their session.
import OpenAI from 'openai'

const { SLUICE_URL = 'http://127.0.0.1:8080', SLUICE_TOKEN = '', SLUICE_MODEL = 'sluice-demo' } = process.env
const client = new OpenAI({
  baseURL: `${SLUICE_URL}/v1`,
  apiKey: SLUICE_TOKEN,
  defaultHeaders: { 'x-session-id': 'letter-to-maria' },
})

const stream = await client.chat.completions.create({
  model: SLUICE_MODEL,
  stream: true,
  messages: [{ role: 'user', content: 'My name is Maria Keller, my card is 4111 1111 1111 1111.' }],
})
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta?.content ?? '')
process.stdout.write('\n')
