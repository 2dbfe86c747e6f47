import { afterAll, beforeAll, expect, it } from 'vitest'
import { composeDemoAnswer, describeMessages, endInTime } from './demo-answer.ts'
import { promptBlock, startDemoModel } from './demo-model.ts'

const intro = 'Demo model (not a real language model).'

it.each([
  ['nothing', {}, `${intro} You wrote nothing.`],
  ['no message that is an object', { messages: [null, 3] }, `${intro} You wrote nothing.`],
  ['a text', { messages: [{ role: 'user', content: 'Hi EMAIL_1' }] }, `${intro} You wrote: Hi EMAIL_1`],
  [
    'the last user message, in parts',
    {
      messages: [
        { role: 'user', content: 'first' },
        { role: 'assistant', content: null },
        { role: 'user', content: [{ type: 'text', text: 'second' }, { type: 'image_url' }, 7] },
        { role: 'tool', content: 'result' },
      ],
    },
    `${intro} You wrote: second\n[image_url]`,
  ],
])('answers %s', (_name, body, answer) => {
  expect(composeDemoAnswer(body)).toBe(answer)
})

it.each([
  [{}, { text: 'Dear EMAIL_ADDRESS_1' }],
  [{ max_tokens: null }, { text: 'Dear EMAIL_ADDRESS_1' }],
  [{ max_tokens: 5 }, { text: 'Dear EMAIL_ADDRESS_1' }],
  [{ max_tokens: 4 }, { text: 'Dear', finishReason: 'length' }],
  [{ max_tokens: 1 }, { text: 'Dear', finishReason: 'length' }],
  [
    { max_tokens: 5, max_completion_tokens: 4 },
    { text: 'Dear', finishReason: 'length' },
  ],
])('ends with a whole word where %j has it ended', (body, answer) => {
  expect(endInTime('Dear EMAIL_ADDRESS_1', body)).toEqual(answer)
})

it('shows every message in a block', () => {
  const messages = [
    { role: 'system', content: 'Be kind' },
    { role: 'user', content: 'one\ntwo' },
  ]
  expect(describeMessages({ messages })).toHaveLength(2)
  expect(promptBlock({ body: { messages } })).toBe(
    [
      '┌─ The demo model received (this is what left Sluice)',
      '│ system: Be kind',
      '│ user: one',
      '│       two',
      '└─',
    ].join('\n'),
  )
})

it('shows the texts of a request for vectors', () => {
  const body = { model: 'm', input: ['one', 'EMAIL_ADDRESS'], encoding_format: 'base64' }
  expect(promptBlock({ body })).toMatch(/Sluice\)\n│ input: one\n│ input: EMAIL_ADDRESS\n└─$/)
  expect(promptBlock({ body: { ...body, user: 'someone' } })).toContain('│ whole body: ')
})

it('shows the whole body where messages are not all of it', () => {
  const body = { model: 'm', messages: [{ role: 'user', content: 'one' }], user: 'EMAIL_ADDRESS_0000000000' }
  expect(promptBlock({ body })).toContain('│ whole body: {"model":"m"')
  expect(promptBlock({ body })).toContain('"user":"EMAIL_ADDRESS_0000000000"')
})

let demo: Awaited<ReturnType<typeof startDemoModel>>
const shown: string[] = []
beforeAll(async () => {
  demo = await startDemoModel({ port: 0, show: (block) => shown.push(block) })
})
afterAll(async () => await demo?.stop())

it.each([true, false])('serves the answer over the wire (stream: %s)', async (stream) => {
  const body = { model: 'sluice-demo', stream, messages: [{ role: 'user', content: 'Dear EMAIL_ADDRESS_1' }] }
  const response = await fetch(`${demo.baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify(body) })
  const text = await response.text()
  const answer = stream
    ? [...text.matchAll(/"content":"([^"]*)"/g)].map((match) => match[1]).join('')
    : JSON.parse(text).choices[0].message.content
  expect(answer).toBe(`${intro} You wrote: Dear EMAIL_ADDRESS_1`)
  expect(shown.at(-1)).toContain('user: Dear EMAIL_ADDRESS_1')
})

it.each([true, false])('says over the wire that the answer was ended (stream: %s)', async (stream) => {
  const body = { model: 'sluice-demo', stream, max_tokens: 3, messages: [{ role: 'user', content: 'Hi' }] }
  const response = await fetch(`${demo.baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify(body) })
  const text = await response.text()
  expect(text).toContain('"finish_reason":"length"')
  expect(text).not.toContain('"finish_reason":"stop"')
  if (!stream) expect(JSON.parse(text)).toMatchObject({ usage: { completion_tokens: 3 } })
})

it('serves vectors over the wire', async () => {
  const body = { model: 'sluice-demo-embedding', input: 'Dear EMAIL_ADDRESS' }
  const response = await fetch(`${demo.baseUrl}/embeddings`, { method: 'POST', body: JSON.stringify(body) })
  expect(await response.json()).toMatchObject({ object: 'list', data: [{ object: 'embedding', index: 0 }] })
  expect(shown.at(-1)).toContain('input: Dear EMAIL_ADDRESS')
})
