import { describe, expect, it } from 'vitest'
import { normalise } from '../normalise.ts'
import { SIGNALS, signalsFor } from '../signal-index.ts'
import { TECHNIQUES } from './index.ts'

/** The places of the signs that a text shows. */
function signsOf(text: string): readonly number[] {
  const normalised = normalise(text)
  const { plain, leet = '' } = normalised
  const shown = signalsFor(normalised).filter(({ pattern }) => pattern.test(plain) || pattern.test(leet))
  return shown.map((signal) => SIGNALS.indexOf(signal))
}

describe.each(TECHNIQUES)('$name ($source)', ({ name, signals }) => {
  const first = SIGNALS.findIndex(({ pattern }) => pattern === signals[0]?.pattern)

  it.each(signals.map((signal, at) => [signal.matches[0], signal, first + at] as const))(
    'has a sign of its own for %j',
    (_, { matches, nearMisses }, place) => {
      expect(SIGNALS[place]?.technique).toBe(name)
      const shown = matches.map(signsOf)
      for (const signs of shown) expect(signs).toContain(place)
      expect(shown).toContainEqual([place])
      expect(nearMisses).not.toEqual([])
      for (const text of nearMisses) expect(signsOf(text)).not.toContain(place)
    },
  )
})

it('has no sign that a text of any length could keep at work', () => {
  for (const { pattern } of SIGNALS) {
    const outside = pattern.source.replace(/\\.|\[[^\]]*\]/g, '')
    expect(outside).not.toMatch(/[*+]/)
  }
})
