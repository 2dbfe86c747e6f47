import { type CompletionChunk, detectionSchema, type NewValuesAction } from '@sluice/contracts'
import { deriveToken } from '@sluice/token-vault'
import { createMemoryStateMap } from '@sluice/token-vault/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DeliveredTextMemory } from '../../delivered/index.ts'
import { compileCodenames } from '../../ports/codename-registry.ts'
import type { ReceivedText } from '../../run/disclosed.ts'
import { sessionScopeOf } from '../../session-scope.ts'
import { exchangeForTests, keyRingForTests, policyForTests } from '../../testing/exchange-for-tests.ts'
import { createAnswerValues } from '../l2-sensitivity/index.ts'
import { createRehydrateLayer } from './index.ts'

const snapshot = { version: '1', index: compileCodenames([]) }
const finderFor = createAnswerValues({
  codenames: { current: () => snapshot },
  detection: detectionSchema.parse({}),
  fromLevel: 4,
})
const ANNA = { entity: 'EMAIL_ADDRESS', level: 3, value: 'anna@example.com' } as const
const { tokenKey } = keyRingForTests.mappingKeys(sessionScopeOf(exchangeForTests().origin))
const TOKEN = deriveToken(tokenKey, ANNA.entity, ANNA.value)

interface Scene {
  readonly action: NewValuesAction
  readonly clearance?: 3 | 7
  /** As the arguments of a tool call. */
  readonly inCall?: boolean
}

/** What the caller gets of a text that comes in these pieces, and what L4 says of it. */
async function answer(pieces: readonly string[], { action, clearance = 3, inCall = false }: Scene) {
  const layer = createRehydrateLayer({
    ...{ stateMap: createMemoryStateMap(), keyRing: keyRingForTests, delivered: new DeliveredTextMemory() },
    ...{ newValues: { action, finderFor }, maxRestoredChars: 1_000_000, timeoutMs: 1_000 },
  })
  const restorations = new Map([[TOKEN, ANNA]])
  const policy = { ...policyForTests(), clearanceOf: () => clearance }
  const received: ReceivedText[] = []
  const exchange = exchangeForTests({ policy, facts: { restorations } })
  const onReceived = (one: ReceivedText) => received.push(one)
  const guard = layer.openGuard({ ...exchange, runtime: { ...exchange.runtime, onReceived } })
  if (guard === undefined) throw new Error('L4 has nothing to do.')
  const chunk = (
    delta: CompletionChunk['choices'][number]['delta'],
    finish_reason: string | null,
  ): CompletionChunk => ({
    ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
    choices: [{ index: 0, delta, finish_reason }],
  })
  const deltaOf = (text: string) =>
    inCall ? { tool_calls: [{ index: 0, function: { arguments: text } }] } : { content: text }
  const passed: CompletionChunk[] = []
  for (const piece of pieces) passed.push(...(await guard.take([chunk(deltaOf(piece), null)])))
  passed.push(...(await guard.take([chunk({}, 'stop')])), ...(await guard.end()))
  const text = passed
    .flatMap(({ choices }) => choices)
    .map(({ delta }) => (inCall ? (delta.tool_calls?.[0]?.function?.arguments ?? '') : (delta.content ?? '')))
    .join('')
  const said = (guard.violations?.() ?? []).map(({ policy_id, action: done, message }) => [policy_id, done, message])
  // What came differs from what leaves by the values of tokens, and by nothing else.
  const came = received.map((one) => one.text).join('')
  expect(came.replaceAll(TOKEN, ANNA.value)).toBe(text)
  return { text, said }
}

const CARD = '4111 1111 1111 1111'
const TEXT = `Write to ${TOKEN} today. The card is ${CARD}, as far as I know. Ask Dr. Keller or mail bob@example.com.`
const RESTORED = TEXT.replace(TOKEN, ANNA.value)
const TOLD = ['new-value-credit-card', 'observed', 'The answer holds values of its own of type CREDIT_CARD: 1.']

describe("a value of the model's own", () => {
  it('passes where the setting says so', async () => {
    expect(await answer([TEXT], { action: 'pass' })).toEqual({ text: RESTORED, said: [] })
  })

  it('is told by type and count, and stays: no token, and none of a lower level', async () => {
    expect(await answer([TEXT], { action: 'flag' })).toEqual({ text: RESTORED, said: [TOLD] })
  })

  it('gives its place to its type where it is masked, unless the caller may see it', async () => {
    const masked = await answer([TEXT], { action: 'mask' })
    expect(masked.text).toBe(RESTORED.replace(CARD, 'CREDIT_CARD'))
    expect(masked.said).toMatchObject([['new-value-credit-card', 'masked', TOLD[2]]])
    expect(await answer([TEXT], { action: 'mask', clearance: 7 })).toEqual({ text: RESTORED, said: [TOLD] })
  })

  it('knows a string of JSON where an escape lies across the end of what is read at once', async () => {
    // The 1,024th code unit is the backslash, and a number of JSON follows.
    const text = `{"a":"${'x'.repeat(1_017)}\\"b","n":4111111111111111}`
    expect(text[1_023]).toBe('\\')
    const masked = await answer([text], { action: 'mask', inCall: true })
    expect(masked.text).toBe(text)
  })

  it('leaves the arguments of a call JSON', async () => {
    const call = JSON.stringify({ to: TOKEN, note: `Say "no".\nCard ${CARD}.`, number: 0 }).replace(
      '"number":0',
      '"number":4111111111111111',
    )
    const { text, said } = await answer([call], { action: 'mask', inCall: true })
    expect(JSON.parse(text)).toEqual({
      to: ANNA.value,
      note: 'Say "no".\nCard CREDIT_CARD.',
      number: 4111111111111111,
    })
    expect(said).toMatchObject([['new-value-credit-card', 'masked', TOLD[2]], TOLD])
  })

  it.each(['flag', 'mask'] as const)('is the same however the text is cut, also in a long one: %s', async (action) => {
    const long = `${TEXT} ${'and so on '.repeat(150)}${TEXT} ${'x'.repeat(1_500)} ${CARD}`
    for (const inCall of [false, true]) {
      const text = inCall ? JSON.stringify({ a: long, b: [long] }) : long
      const whole = await answer([text], { action, inCall })
      expect(whole.text.includes(CARD)).toBe(action === 'flag')
      expect(whole.text.includes(TOKEN)).toBe(false)
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 12 }), async (cuts) => {
          const places = [0, ...cuts.toSorted((a, b) => a - b), text.length]
          const pieces = places.slice(1).map((end, at) => text.slice(places[at], end))
          expect(await answer(pieces, { action, inCall })).toEqual(whole)
        }),
        { numRuns: 25 },
      )
    }
  })
})
