import { describe, expect, it } from 'vitest'
import { createLogger, type Logger } from './logger.ts'

function capture(use: (logger: Logger) => void) {
  const lines: string[] = []
  const logger = createLogger({
    service: 'test',
    version: '1.2.3',
    level: 'info',
    destination: { write: (line) => void lines.push(line) },
  })
  use(logger)
  return { text: lines.join(''), records: lines.map((line): Record<string, unknown> => JSON.parse(line)) }
}

const SECRET = 'alice@example.com'

function nest(depth: number): unknown {
  return depth === 0 ? { content: SECRET, deep: SECRET } : { inner: nest(depth - 1) }
}

describe('createLogger', () => {
  it('writes one JSON object per line with service, version and level', () => {
    const { records } = capture((logger) => logger.info({ count: 3, ok: true, none: null }, 'done'))
    expect(records).toMatchObject([
      { level: 'info', service: 'test', version: '1.2.3', count: 3, ok: true, none: null, msg: 'done' },
    ])
  })

  it.each<[string, (logger: Logger) => void]>([
    ['a credential', (l) => l.info({ authorization: `Bearer ${SECRET}` })],
    [
      'headers in any case',
      (l) => l.info({ headers: { Authorization: SECRET, 'Set-Cookie': SECRET, 'X-API-Key': SECRET } }),
    ],
    ['api keys', (l) => l.info({ apiKey: SECRET, api_key: SECRET, client: { secret: SECRET } })],
    ['chat content', (l) => l.info({ request: { messages: [{ content: SECRET }] } })],
    ['content in a list', (l) => l.info({ list: [{ body: SECRET }, { prompt: SECRET }, { arguments: SECRET }] })],
    ['content beyond the depth bound', (l) => l.info({ a: nest(20) })],
    ['binary', (l) => l.info({ data: Buffer.from(SECRET), view: new TextEncoder().encode(SECRET) })],
    ['a child binding', (l) => l.child({ authorization: SECRET, request: { body: SECRET } }).info('x')],
    ['a grandchild binding', (l) => l.child({ a: 1 }).child({ cookie: SECRET }).info({ token: SECRET }, 'x')],
    [
      'members of an error',
      (l) => l.error({ err: Object.assign(new Error('failed'), { body: SECRET, command: [SECRET] }) }, 'x'),
    ],
    [
      'members of a cause',
      (l) => l.error({ err: new Error('failed', { cause: Object.assign(new Error('inner'), { row: SECRET }) }) }),
    ],
    ['a thrown string', (l) => l.error({ err: new Error('failed', { cause: SECRET }) }, 'x')],
    ['what JSON.parse quotes', (l) => l.error({ err: parseFailure() }, 'x')],
    ['what JSON.parse quotes, without a text', (l) => l.error({ err: parseFailure() })],
    ['what JSON.parse quotes, bare', (l) => l.error(parseFailure())],
    ['what JSON.parse quotes, as a cause', (l) => l.error(new Error('outer', { cause: parseFailure() }))],
    ['what JSON.parse quotes, under another name', (l) => l.error({ reason: parseFailure() }, 'x')],
  ])('keeps out %s', (_name, use) => {
    const { text, records } = capture(use)
    expect(records).toHaveLength(1)
    // A part is enough: engines quote the first characters only.
    expect(text).not.toContain(SECRET.slice(0, 5))
  })

  it('keeps name, code, message and stack of an error and its causes', () => {
    const cause = Object.assign(new TypeError('refused'), { code: 'ECONNREFUSED' })
    const { records } = capture((logger) => logger.error({ err: new Error('no answer', { cause }) }, 'failed'))
    const err = records[0]?.err
    expect(err).toMatchObject({ name: 'Error', message: 'no answer', stack: expect.stringMatching(/^ {4}at /) })
    expect(err).toMatchObject({ cause: { name: 'TypeError', code: 'ECONNREFUSED', message: 'refused' } })
  })

  it('bounds causes that never end, texts and lists', () => {
    const circular = new Error('round')
    circular.cause = circular
    const { text } = capture((logger) => {
      logger.error({ err: circular }, 'x')
      logger.info({ note: 'n'.repeat(1_000_000), list: new Array(100_000).fill(1) }, 'x')
    })
    expect(text.match(/"message":"round"/g)).toHaveLength(6)
    expect(text.length).toBeLessThan(60_000)
  })
})

function parseFailure(): unknown {
  try {
    return JSON.parse(`${SECRET} is no JSON`)
  } catch (error) {
    return error
  }
}
