import { expect, it } from 'vitest'
import { SentTextMemory } from './sent-texts.ts'

const ENDPOINT = {}
const textsOf = (length: number) => Array.from({ length }, (_, at) => ({ text: `text ${at}`, written: `text ${at}` }))

it('forgets a session whole, so that no text outlives the values that are known with it', () => {
  const memory = new SentTextMemory()
  const texts = memory.of('alice')
  const { request } = texts.begin(['Anna'])
  texts.wentTo(ENDPOINT, textsOf(4_095), request, false)
  expect(memory.of('alice')).toBe(texts)
  texts.wentTo(ENDPOINT, [{ text: 'one more', written: 'one more' }], request, false)
  const later = memory.of('alice')
  expect(later.sentIn(ENDPOINT, 'text 0')).toBeUndefined()
  expect(later.begin(['Anna']).knownSince.get('Anna')).toBe(1)
})

it('bounds what is known of all sessions', () => {
  const memory = new SentTextMemory()
  const texts = textsOf(4_000)
  for (let session = 0; session < 40; session += 1) {
    const known = memory.of(`session ${session}`)
    known.wentTo(ENDPOINT, texts, known.begin([]).request, false)
  }
  expect(memory.of('session 0').sentIn(ENDPOINT, 'text 0')).toBeUndefined()
  expect(memory.of('session 39').sentIn(ENDPOINT, 'text 0')).toBe(1)
})

it('knows as what a text was written first', () => {
  const texts = new SentTextMemory().of('alice')
  texts.wentTo(ENDPOINT, [{ text: 'a', written: 'b' }], 1, false)
  texts.wentTo(ENDPOINT, [{ text: 'a', written: 'c' }], 2, false)
  const isKnown = (written: string) => texts.wasWritten(ENDPOINT, { text: 'a', written })
  expect([isKnown('a'), isKnown('b'), isKnown('c'), texts.sentIn(ENDPOINT, 'a')]).toEqual([false, true, false, 1])
  texts.wentTo(ENDPOINT, [{ text: 'a', written: 'c' }], 3, true)
  expect([isKnown('b'), isKnown('c'), texts.sentIn(ENDPOINT, 'a')]).toEqual([false, true, 3])
})
