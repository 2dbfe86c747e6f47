import { describe, expect, it } from 'vitest'
import { Lexicon, lexiconEntries, WORD_IS } from './lexicon.ts'
import { withRepeatedNames } from './repeated-names.ts'
import type { TaggedName } from './tagged-name.ts'
import { emptyTokens, tokenize, wordHash } from './tokens.ts'

const lexicon = new Lexicon(lexiconEntries(new Map([[wordHash('will'), WORD_IS.common]]), 4))

/** What is found in a text whose names stand in brackets, as those that the tagger was sure of. */
function found(marked: string, score = 0.9): readonly string[] {
  const names: TaggedName[] = []
  let text = ''
  for (const part of marked.split(/(?=\[)|(?<=\])/)) {
    const value = part.replace(/[[\]]/g, '')
    if (value !== part) names.push({ kind: 'person', start: text.length, end: text.length + value.length, score })
    text += value
  }
  const tokens = tokenize(text, 0, text.length, emptyTokens(4))
  const all = withRepeatedNames(names, tokens, lexicon)
  expect(all.toSorted((a, b) => a.start - b.start)).toEqual(all)
  return all.map(({ start, end }) => text.slice(start, end))
}

describe('names that stand elsewhere in the text', () => {
  it.each([
    ['by the family name', '[Duane Ruiz] left. Ruiz came back.', ['Duane Ruiz', 'Ruiz']],
    ['by the given name, before it', 'Duane left. [Duane Ruiz] came.', ['Duane', 'Duane Ruiz']],
    ['in capitals, in one piece', '[Duane Ruiz] signed: DUANE RUIZ.', ['Duane Ruiz', 'DUANE RUIZ']],
    ['not in small letters', '[Duane Ruiz] likes ruiz.', ['Duane Ruiz']],
    ['not what is a word as well', '[Will Ruiz] left. Will it rain?', ['Will Ruiz']],
    ['not a middle word', '[Duane Oak Ruiz] sat under an Oak.', ['Duane Oak Ruiz']],
    ['not by one word alone that is less than certain', '[Ruiz] left, says Ruiz.', ['Ruiz']],
  ])('are found %s', (_, text, names) => expect(found(text)).toEqual(names))

  it('are found by one word alone that is certain', () => {
    expect(found('[Ruiz] left, says Ruiz.', 0.95)).toEqual(['Ruiz', 'Ruiz'])
  })

  it('are not looked for where nobody was named for sure', () => {
    expect(found('[Duane Ruiz] left. Ruiz came back.', 0.7)).toEqual(['Duane Ruiz'])
  })
})
