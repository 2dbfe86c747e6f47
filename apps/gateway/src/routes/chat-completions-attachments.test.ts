import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const CSV = 'name,card\nMaria Keller,4111 1111 1111 1111\n'
const PNG = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64')}`

let stack: GatewayStack

beforeAll(async () => {
  stack = await startGatewayStack((stub) => ({
    CACHE_TTL_MS: '0',
    UNREADABLE_LEVELS: JSON.stringify({ image: 5 }),
    ENDPOINTS: JSON.stringify([
      { name: 'outside', baseUrl: stub.baseUrl, permittedLevel: 5, models: ['stub-model'] },
      { name: 'inside', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['inside-model'] },
    ]),
  }))
})
afterAll(() => stack.stop())
beforeEach(() => stack.stub.reset())

const ask = (part: object, model = 'stub-model') =>
  stack.post('alice', { model, messages: [{ role: 'user', content: [{ type: 'text', text: 'What is this?' }, part] }] })

const image = { type: 'image_url', image_url: { url: PNG } }
const audio = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }
const pdf = { type: 'file', file: { file_data: `data:application/pdf;base64,${btoa('%PDF-1.7')}`, filename: 'a.pdf' } }

describe('an attachment that cannot be read', () => {
  it('goes to an endpoint that may see its level, as it is', async () => {
    expect((await ask(image)).status).toBe(200)
    expect(JSON.stringify(stack.stub.lastRequest().body)).toContain(PNG)
    expect((await ask(audio, 'inside-model')).status).toBe(200)
    expect(JSON.stringify(stack.stub.lastRequest().body)).toContain('AAAA')
  })

  it.each([
    ['audio', audio],
    ['a PDF file', pdf],
    ['a file by its id', { type: 'file', file: { file_id: 'file-1' } }],
  ])(
    'is refused where none may, and the refusal names the setting: %s',
    async (_, part) => {
      const response = await ask(part)
      expect(response.status).toBe(403)
      expect(await errorOf(response)).toMatchObject({
        code: 'no_compliant_endpoint',
        message: expect.stringMatching(/level 7.*UNREADABLE_LEVELS/),
      })
      expect(stack.stub.requestCount).toBe(0)
      // A file starts two threads.
    },
    60_000,
  )
})

it('treats a body that another thread holds in the same way', async () => {
  const long = { type: 'text', text: 'Some words to read. '.repeat(10_000) }
  const csv = { type: 'file', file: { file_data: `data:text/csv;base64,${btoa(CSV)}` } }
  const texts = ['4111 1111 ', '1111 1111'].map((text) => ({ type: 'text', text }))
  const escaped = { type: 'text', text: '{"name": "J\\u00fcrgen M\\u00fcller"}' }
  const post = (part: object) =>
    stack.post('alice', {
      model: 'stub-model',
      messages: [{ role: 'user', content: [long, ...texts, escaped, csv, part] }],
    })
  expect((await post(image)).status).toBe(200)
  const sent = JSON.stringify(stack.stub.lastRequest().body)
  expect(sent).not.toMatch(/1111|u00fc/)
  expect(sent).not.toContain(btoa(CSV))
  const refused = await post(audio)
  expect(refused.status).toBe(403)
  expect(await errorOf(refused)).toMatchObject({ message: expect.stringContaining('UNREADABLE_LEVELS') })
})

it('masks a file that is text, and restores what the answer says of it', async () => {
  stack.stub.respondWith(({ body }) => {
    const { file } =
      (body as { messages: { content: { file?: { file_data: string } }[] }[] }).messages[0]?.content[1] ?? {}
    return Buffer.from(file?.file_data.split(',')[1] ?? '', 'base64').toString()
  })
  const response = await ask({
    type: 'file',
    file: { file_data: `data:text/csv;base64,${btoa(CSV)}`, filename: 'a.csv' },
  })
  const answer = (await response.json()) as { choices: { message: { content: string } }[] }
  expect(answer.choices[0]?.message.content).toBe(CSV)
  expect(JSON.stringify(stack.stub.lastRequest().body)).not.toContain(btoa(CSV))
})
