import { describe, expect, it } from 'vitest'
import { DeliveredTextMemory, deliveredLookUp } from './delivered-texts.ts'
import { type DeliveredSpan, stringsWithValues } from './strings-with-values.ts'

const session = { tenant: 'acme', sub: 'alice', sessionId: 7 }

const span = (start: number, end: number, written = 'person_7h3k9q2m5t'): DeliveredSpan => ({
  ...{ start, end, before: 0, behind: 0, level: 2, isMask: false, written },
})

const text = (number: number) => `Dear Alice, this is number ${number}.`

/** Whether a session still knows a text. */
function knows(memory: DeliveredTextMemory, given: string, of = session): boolean {
  const known = memory.of(of)
  return known !== undefined && deliveredLookUp(known)(given) !== undefined
}

describe('DeliveredTextMemory', () => {
  it('knows a text of its session, and no other', () => {
    const memory = new DeliveredTextMemory()
    memory.remember(session, { text: text(1), spans: [span(5, 10)], isJson: false })
    expect(knows(memory, text(1))).toBe(true)
    expect(knows(memory, text(2))).toBe(false)
    for (const change of [{ tenant: 'other' }, { sub: 'bob' }, { sessionId: 8 }]) {
      expect(knows(memory, text(1), { ...session, ...change })).toBe(false)
    }
  })

  it('keeps no text and no value', () => {
    const memory = new DeliveredTextMemory()
    memory.remember(session, { text: text(1), spans: [span(5, 10)], isJson: false })
    const known = memory.of(session)
    expect(JSON.stringify([known?.key, ...(known?.spans ?? [])])).not.toContain('Alice')
  })

  it('forgets the oldest texts of a session beyond 2,000 values, and keeps none with more than 500', () => {
    const memory = new DeliveredTextMemory()
    const spans = Array.from({ length: 500 }, () => span(5, 10))
    for (let number = 1; number <= 5; number += 1)
      memory.remember(session, { text: text(number), spans, isJson: false })
    expect([1, 2, 3, 4, 5].map((number) => knows(memory, text(number)))).toEqual([false, true, true, true, true])
    memory.remember(session, { text: text(6), spans: [...spans, span(5, 10)], isJson: false })
    expect(knows(memory, text(6))).toBe(false)
  })

  it('counts a text that is delivered again once, with the forms that it had last', () => {
    const memory = new DeliveredTextMemory()
    const spans = Array.from({ length: 500 }, () => span(5, 10))
    memory.remember(session, { text: text(1), spans, isJson: false })
    for (let round = 0; round < 9; round += 1) memory.remember(session, { text: text(2), spans, isJson: false })
    memory.remember(session, { text: text(2), spans: [span(5, 10, 'PERSON-7H3K9Q2M5T')], isJson: false })
    expect(knows(memory, text(1))).toBe(true)
    const known = memory.of(session)
    const look = known === undefined ? () => undefined : deliveredLookUp(known)
    expect(look(text(2))).toEqual([span(5, 10, 'PERSON-7H3K9Q2M5T')])
  })

  it('forgets the sessions that were not asked for longest, beyond 100,000 values', () => {
    const memory = new DeliveredTextMemory()
    const spans = Array.from({ length: 500 }, () => span(5, 10))
    for (let sessionId = 1; sessionId <= 200; sessionId += 1) {
      memory.remember({ ...session, sessionId }, { text: text(1), spans, isJson: false })
    }
    memory.of({ ...session, sessionId: 1 })
    memory.remember({ ...session, sessionId: 201 }, { text: text(1), spans, isJson: false })
    const known = [1, 2, 3, 201].map((sessionId) => knows(memory, text(1), { ...session, sessionId }))
    expect(known).toEqual([true, false, true, true])
  })

  it('counts what a session is given later, too', () => {
    const memory = new DeliveredTextMemory()
    const spans = Array.from({ length: 500 }, () => span(5, 10))
    for (let sessionId = 1; sessionId <= 51; sessionId += 1) {
      for (const number of [1, 2, 3, 4]) {
        memory.remember({ ...session, sessionId }, { text: text(number), spans, isJson: false })
      }
    }
    const known = [1, 2, 51].map((sessionId) => knows(memory, text(4), { ...session, sessionId }))
    expect(known).toEqual([false, true, true])
  })
})

describe('stringsWithValues', () => {
  it('gives the strings of JSON that have values, decoded', () => {
    const json = '{"a\\n": "x", "to": "\\"Alice\\" \\u00e9 Bob", "n": 1}'
    const first = json.indexOf('Alice')
    const second = json.indexOf('Bob')
    const spans = [span(first, first + 5), span(second, second + 3, 'PERSON\\\\_7H3K9Q2M5T')]
    expect(stringsWithValues({ text: json, spans })).toEqual([
      { text: '"Alice" é Bob', spans: [span(1, 6), span(10, 13, 'PERSON\\_7H3K9Q2M5T')], isJson: false },
    ])
  })

  it('leaves out what is no string of JSON', () => {
    expect(stringsWithValues({ text: '{"a":"\\x Alice"}', spans: [span(9, 14)] })).toEqual([])
    expect(stringsWithValues({ text: '[Alice, "b"]', spans: [span(1, 6)] })).toEqual([])
  })
})
