import { expect, it } from 'vitest'
import { SentTextMemory } from './sent-texts.ts'

const ENDPOINT = {}

it('forgets a session whole, so that no text outlives the values that are known with it', () => {
  const memory = new SentTextMemory()
  const texts = memory.of('alice')
  const { request } = texts.begin(['Anna'])
  texts.goesTo(
    ENDPOINT,
    Array.from({ length: 4_095 }, (_, at) => `text ${at}`),
    request,
    false,
  )
  expect(memory.of('alice')).toBe(texts)
  texts.goesTo(ENDPOINT, ['one more'], request, false)
  const later = memory.of('alice')
  expect(later.sentIn(ENDPOINT, 'text 0')).toBeUndefined()
  expect(later.begin(['Anna']).knownSince.get('Anna')).toBe(1)
})

it('bounds what is known of all sessions', () => {
  const memory = new SentTextMemory()
  const texts = Array.from({ length: 4_000 }, (_, at) => `text ${at}`)
  for (let session = 0; session < 40; session += 1) {
    const known = memory.of(`session ${session}`)
    known.goesTo(ENDPOINT, texts, known.begin([]).request, false)
  }
  expect(memory.of('session 0').sentIn(ENDPOINT, 'text 0')).toBeUndefined()
  expect(memory.of('session 39').sentIn(ENDPOINT, 'text 0')).toBe(1)
})
