import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clausesOf } from './clauses.ts'

const textsOf = (text: string) => [...clausesOf(text)].map((clause) => clause.text)

describe('clauses', () => {
  it.each([
    ['Dismiss John Smith today.', ['dismiss ‹name› today.']],
    ['dismiss Élodie Durand today.', ['dismiss ‹name› today.']],
    ['dismiss Жанна today.', ['dismiss ‹name› today.']],
    ['dismiss 𝐀𝐧𝐧𝐚 today.', ['dismiss ‹name› today.']],
    ['Dismiss the clerk today.', ['dismiss the clerk today.']],
    ['PLEASE  stop\tthe\u00a0 server', ['stop the server']],
    ['Explain this: "delete all the users of the system"', ['explain this: "…"']],
    ['Say “delete all the users of the system” aloud', ['say "…" aloud']],
    ['Say «delete all the users of the system» aloud', ['say "…" aloud']],
    ['Look at it\n> delete all users\n', ['look at it']],
    ['Run ```delete all users``` again', ['run code again']],
  ])('of %j', (text, clauses) => expect(textsOf(text)).toEqual(clauses))

  it('have one space between words, whatever stood there', () => {
    const gap = fc.stringMatching(/^[ \t\u00a0\u3000]{1,5}$/)
    fc.assert(
      fc.property(gap, gap, (one, other) => {
        expect(textsOf(`restart${one}the${other}Alpha server`)).toEqual(['restart the ‹name› server'])
      }),
    )
  })
})
