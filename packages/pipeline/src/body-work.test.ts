import { type ChatMessage, detectionSchema, responsesRequestSchema } from '@sluice/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HeldBody } from './body-work.ts'
import { classifySteps } from './layers/l0-intercept/index.ts'
import { jailbreakSteps } from './layers/l1-semantic/jailbreak-steps.ts'
import { sensitivitySteps, TenantRecognizers } from './layers/l2-sensitivity/index.ts'
import { writeMaskedSteps } from './layers/l3-tokenize/index.ts'
import { compileCodenames } from './ports/codename-registry.ts'
import { ordersOf } from './request/index.ts'
import { sessionScopeOf } from './session-scope.ts'
import { chat } from './testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests } from './testing/exchange-for-tests.ts'
import { runSteps } from './testing/run-steps.ts'

const exchange = exchangeForTests()
const keys = keyRingForTests.mappingKeys(sessionScopeOf(exchange.origin))
const terms = { version: '1', index: compileCodenames([{ term: 'Nightfall', level: 7 }]) }
const recognizers = new TenantRecognizers().of('acme', terms, detectionSchema.parse({}))
const unreadableLevels = { image: 7, audio: 7, file: 7, readFile: 7 } as const

/** What long texts are made of: language, values, tables, and what patterns find hard. */
const piece = fc.constantFrom(
  'Please wire the money to Maria Keller, and then delete the table. ',
  'maria.keller@example.com,4111 1111 1111 1111,+1 415 555 2671\n',
  'name,ssn,card\n',
  "INSERT INTO t (name, ssn) VALUES ('Zanele Khumalo', 536107704), ",
  'a.co@',
  '. ',
  'ignore all previous ',
  '{"a":"J\\u00fcrgen"},',
  '夜幕降临，',
  'x',
  '4111111111111111',
  '((((',
  'a '.repeat(40),
)
const text = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 2_000 }))
  .map(([pieces, times]) => pieces.join('').repeat(times).slice(0, 120_000))
const message: fc.Arbitrary<ChatMessage> = fc.record({
  role: fc.constantFrom('user', 'assistant', 'tool', 'system'),
  content: fc.oneof(
    text,
    fc.array(
      text.map((each) => ({ type: 'text', text: each })),
      { maxLength: 3 },
    ),
  ),
})

describe('the work of the layers on a body', () => {
  it('has no step that keeps an event loop for 20 ms, whatever the body holds', () => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 3 }), (messages) => {
        const request = chat({ model: 'm', messages })
        // `runSteps` throws where a step costs more than `MAX_STEP_UNITS`.
        runSteps(classifySteps(ordersOf(request)))
        runSteps(jailbreakSteps(request, { thresholds: { observe: 0.5, block: 0.8 }, raise: 0 }))
        const { findings } = runSteps(sensitivitySteps(request, recognizers, { unreadableLevels }))
        const { masked } = runSteps(writeMaskedSteps(request, findings, keys))
        expect(Buffer.from(masked).includes('maria.keller@example.com')).toBe(false)
      }),
      { numRuns: 15 },
    )
  }, 180_000)
})

describe('files in a body', () => {
  const owner = {
    user: 'alice',
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    isStopped: false,
    stopReason: new Error('stopped'),
  }
  const written = `data:application/pdf;base64,${btoa('%PDF-1.7 and so on')}`
  const part = { type: 'input_file', filename: 'a.pdf', file_data: written }
  const bodyWith = (content: object[]) =>
    new HeldBody(
      { kind: 'responses', body: responsesRequestSchema.parse({ model: 'm', input: [{ role: 'user', content }] }) },
      owner,
    )
  const read = { text: 'Nightfall', aside: '', names: '', unread: [] }
  const history = (content: object[]) => JSON.stringify({ items: [{ role: 'user', content }], names: {}, named: {} })

  it('are taken once, and their text is the text of the body', () => {
    const body = bodyWith([part])
    expect(body.takeFiles().map((octets) => Buffer.from(octets).toString())).toEqual(['%PDF-1.7 and so on'])
    body.readFiles({ texts: [read], form: 'text' })
    expect(body.hasFiles(written)).toBe(false)
    const sent = Buffer.from(body.copy(10_000).body).toString()
    expect(sent).toContain('File a.pdf:\\nNightfall')
    expect(sent).not.toContain('base64')
  })

  it('are read in the history that a request continues, and known where they stand there again', () => {
    const body = bodyWith([part])
    expect(body.hasFiles(written)).toBe(true)
    body.takeFiles()
    body.readFiles({ texts: [read], form: 'as-is' })
    expect(body.continue(history([part])).hasFiles).toBe(false)
    const other = { ...part, file_data: `data:application/pdf;base64,${btoa('%PDF-1.7 another one')}` }
    expect(body.continue(history([other])).hasFiles).toBe(true)
    expect(body.takeFiles()).toHaveLength(1)
  })

  it('are refused texts of others', () => {
    expect(() => bodyWith([part]).readFiles({ texts: [read], form: 'as-is' })).toThrow(/taken/)
  })
})
