import { type StubPresidio, startStubPresidio } from '@sluice/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AnswerFault } from '../json-service.ts'
import { type PresidioOptions, PresidioRecognizer } from './presidio-recognizer.ts'

let server: StubPresidio
let recognizer: PresidioRecognizer
let nowMs = 0

const open = (changes: Partial<PresidioOptions> = {}) =>
  new PresidioRecognizer({
    ...{ name: 'presidio', url: server.url, apiKey: 'secret', permittedLevel: 7, languages: ['en'], types: {} },
    ...{ minScore: 0.5, timeoutMs: 10_000, concurrency: 4, whenDown: 'deny', whenNotPermitted: 'deny' },
    clock: { monotonicMs: () => nowMs },
    ...changes,
  })
const call = { tenant: 'acme', user: 'acme\0alice', signal: new AbortController().signal }

beforeEach(async () => {
  nowMs = 0
  server = await startStubPresidio({ Quorl: 'PERSON', Zorn: 'STAFF_ID', Falk: 'LOCATION' })
  recognizer = open()
})
afterEach(async () => {
  await recognizer.close()
  await server.stop()
})

describe('a Presidio server', () => {
  it('is asked for each text, and its places are those of JavaScript', async () => {
    expect(await recognizer.analyze(['\u{1f600} Quorl', 'nothing', 'Quorl, Zorn'], call)).toEqual([
      [{ entity: 'PERSON', start: 3, end: 8, confidence: 0.85 }],
      [],
      [{ entity: 'PERSON', start: 0, end: 5, confidence: 0.85 }],
    ])
    expect(server.requests).toHaveLength(3)
    expect(server.requests[0]).toEqual({
      ...{ text: '\u{1f600} Quorl', language: 'en', score_threshold: 0.5, authorization: 'Bearer secret' },
    })
  })

  it('is asked once for the same text, and again for another tenant', async () => {
    await recognizer.analyze(['Quorl', 'Quorl'], call)
    await recognizer.analyze(['Quorl', 'Falk'], call)
    expect(server.requests.map(({ text }) => text)).toEqual(['Quorl', 'Falk'])
    await recognizer.analyze(['Quorl'], { ...call, tenant: 'other' })
    expect(server.requests).toHaveLength(3)
  })

  it('is asked in each language, and its types are those of the configuration', async () => {
    await recognizer.close()
    recognizer = open({ languages: ['en', 'de'], types: { STAFF_ID: 'ORGANIZATION', LOCATION: 'ignore' } })
    const [found] = await recognizer.analyze(['Zorn, Falk'], call)
    expect(server.requests.map(({ language }) => language).toSorted()).toEqual(['de', 'en'])
    expect(found?.map(({ entity }) => entity)).toEqual(['ORGANIZATION', 'ORGANIZATION'])
  })

  it.each([
    ['another status', { status: 500, body: '{"error":"No language provided"}' }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['nonsense', { status: 200, body: '[{"entity_type":"PERSON","start":0,"end":99,"score":1}]' }],
    ['too much', { status: 200, body: ' '.repeat(4_194_305) }],
  ])('fails with %s, whatever else it says', async (_what, behaviour) => {
    server.behave(behaviour)
    await expect(recognizer.analyze(['Quorl', 'Falk'], call)).rejects.toThrow(AnswerFault)
    // What failed is not remembered.
    server.behave(undefined)
    expect(await recognizer.analyze(['Quorl'], call)).toHaveLength(1)
  })

  it('fails when it does not answer in time', async () => {
    await recognizer.close()
    recognizer = open({ timeoutMs: 50 })
    server.behave('silent')
    await expect(recognizer.analyze(['Quorl'], call)).rejects.toThrow()
  })

  it('is stopped with the request', async () => {
    server.behave('silent')
    const controller = new AbortController()
    const asked = recognizer.analyze(['Quorl'], { ...call, signal: controller.signal })
    await expect.poll(() => server.requests.length).toBe(1)
    controller.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
  })

  it('is left alone after three failures, for a while, but for what is known', async () => {
    await recognizer.analyze(['Falk'], call)
    server.behave({ status: 503, body: '' })
    for (const text of ['a', 'b', 'c', 'd']) await expect(recognizer.analyze([text], call)).rejects.toThrow()
    expect(server.requests.map(({ text }) => text)).toEqual(['Falk', 'a', 'b', 'c'])
    expect(await recognizer.analyze(['Falk'], call)).toHaveLength(1)
    server.behave(undefined)
    nowMs = 5_000
    expect(await recognizer.analyze(['d'], call)).toEqual([[]])
  })
})
