import { type ChatMessage, detectionSchema } from '@sluice/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileCodenames } from '../../ports/codename-registry.ts'
import { chat } from '../../testing/answers-for-tests.ts'
import { runSteps } from '../../testing/run-steps.ts'
import { RULES, ScanMemo, sensitivitySteps, TenantRecognizers } from './index.ts'
import type { Recognizer } from './recognizer.ts'
import type { SessionLooks } from './scan-memo.ts'

const unreadableLevels = { image: 7, audio: 7, file: 7, readFile: 7 } as const
const snapshot = (version: string, ...terms: string[]) => ({
  version,
  index: compileCodenames(terms.map((term) => ({ term, level: 7 as const }))),
})
const shipped = detectionSchema.parse({})

/** Recognizers that count how often they are asked. */
function counting() {
  let asked = 0
  const counter: Recognizer = {
    ...{ name: 'counter', entities: ['PERSON'], readsIdentifiers: true, fewestDigits: 0 },
    find: () => {
      asked += 1
      return []
    },
  }
  return { recognizers: [...RULES, counter], asked: () => asked }
}

const user = (content: string): ChatMessage => ({ role: 'user', content })
const LONG = 'Please write to anna@example.com about the card 4111 1111 1111 1111.'

describe('what is remembered of the texts of a session', () => {
  const look = (
    messages: readonly ChatMessage[],
    tenants: TenantRecognizers,
    known?: SessionLooks,
    codenames = snapshot('1'),
  ) =>
    runSteps(
      sensitivitySteps(chat({ model: 'm', messages: [...messages] }), tenants.of('acme', codenames, shipped), {
        unreadableLevels,
        known,
      }),
    )

  it('is not looked at again, by this session only', () => {
    const { recognizers, asked } = counting()
    const tenants = new TenantRecognizers(recognizers)
    const memo = new ScanMemo()
    const first = look([user(LONG)], tenants, memo.of('one'))
    expect(first.findings).toHaveLength(2)
    expect(asked()).toBe(1)
    const next: ChatMessage[] = [user(LONG), { role: 'assistant', content: 'Yes' }, user(`${LONG} Thanks.`)]
    expect(look(next, tenants, memo.of('one')).findings.slice(0, 2)).toEqual(first.findings)
    // For the short text and the new one.
    expect(asked()).toBe(3)
    look([user(LONG)], tenants, memo.of('two'))
    expect(asked()).toBe(4)
  })

  it('is looked at again where it is read in another way', () => {
    const { recognizers, asked } = counting()
    const tenants = new TenantRecognizers(recognizers)
    const known = new ScanMemo().of('one')
    const messages = (name: string) => [user(JSON.stringify({ [name]: LONG })), { ...user('x'), tool_calls: [] }]
    look(messages('note'), tenants, known)
    const before = asked()
    look(messages('other_note'), tenants, known)
    expect(asked()).toBeGreaterThan(before)
  })

  it('is looked at again with other codenames', () => {
    const tenants = new TenantRecognizers(RULES)
    const known = new ScanMemo().of('one')
    const text = 'The project Nightfall begins on Monday at noon.'
    expect(look([user(text)], tenants, known).findings).toEqual([])
    expect(look([user(text)], tenants, known, snapshot('2', 'Nightfall')).findings).toHaveLength(1)
  })

  it('has a bound for each session and for all', () => {
    const memo = new ScanMemo()
    const looks = (session: string, count: number) => {
      const known = memo.of(session)
      for (let at = 0; at < count; at += 1) known.remember(`${at}`, { spans: [], weak: [], traits: [] })
      return known
    }
    expect(looks('one', 5_000).size).toBe(4_096)
    expect(memo.of('one').find('0')).toBeUndefined()
    expect(memo.of('one').find('4999')).toBeDefined()
    for (let at = 0; at < 33; at += 1) looks(`other ${at}`, 4_096)
    expect(memo.of('one').find('4999')).toBeUndefined()
  })

  it('changes nothing of what is found, however a conversation grows', () => {
    const tenants = new TenantRecognizers(RULES)
    const piece = fc.constantFrom(
      ...['anna@example.com ', 'Please call +49 30 901820 today. ', '4111 1111 ', '1111 1111 ', 'born on 3 May 1980, '],
      ...['SSN 536-10-7704 ', '536107704 ', '{"ssn":"536107704"} ', 'Was ist Ihre Nummer? ', '\ud800 ', 'x'.repeat(40)],
    )
    const message = fc.record({
      role: fc.constantFrom('user' as const, 'assistant' as const, 'tool' as const),
      content: fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join('')),
    })
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 5 }), (messages) => {
        const known = new ScanMemo().of('one')
        for (let turn = 1; turn <= messages.length; turn += 1) {
          const sent = messages.slice(0, turn)
          expect(look(sent, tenants, known)).toEqual(look(sent, tenants))
        }
      }),
      { numRuns: 20 },
    )
  })
})
