import { describe, expect, it } from 'vitest'
import { scanSlice, shippedRecognizers } from '../scan-text.ts'
import { isEponym } from './eponyms.ts'

function isOne(text: string, name: string): boolean {
  const start = text.indexOf(name)
  return isEponym(text, start, start + name.length)
}

describe('a thing that is called after somebody', () => {
  it.each([
    ["Explain Dijkstra's algorithm", 'Dijkstra'],
    ["Explain Dijkstra's algorithm", "Dijkstra's"],
    ['Dijkstra’s shortest path algorithm', 'Dijkstra'],
    ['a Caesar salad for two', 'Caesar'],
    ["Newton's second law", 'Newton'],
    ["Bayes' theorem", 'Bayes'],
    ['the Bellman-Ford algorithm', 'Bellman-Ford'],
    ['the Navier–Stokes equations', 'Navier'],
    ['the Navier–Stokes equations', 'Stokes'],
    ['the Turing test', 'Turing'],
    ["mother has Parkinson's disease", 'Parkinson'],
    ["Schrödinger's cat", 'Schrödinger'],
    ['the Qworvan theorem', 'Qworvan'],
  ])('is no person in %j: %j', (text, name) => expect(isOne(text, name)).toBe(true))

  it.each([
    ["Keller's algorithm is slow", 'Keller'],
    ["Maria's disease got worse", 'Maria'],
    ['the Maria algorithm', 'Maria'],
    ["Isaac Newton's laws", 'Isaac Newton'],
    ["Mr. Parkinson's disease", 'Parkinson'],
    ['Newton called about the test', 'Newton'],
    ["Newton's sister", 'Newton'],
    ['the Keller test', 'Keller'],
    ['Turing, test it', 'Turing'],
  ])('is one in %j: %j', (text, name) => expect(isOne(text, name)).toBe(false))

  it('is left out of what is found in a text, whoever found it', () => {
    const persons = (text: string) =>
      scanSlice(text, { kind: 'prose' }, shippedRecognizers()).filter(({ entity }) => entity === 'PERSON')
    expect(persons("Does Huntington's disease run in families? Explain Dijkstra's algorithm to me.")).toEqual([])
    expect(persons('Explain it to Edsger Dijkstra and to Anna Keller.')).toHaveLength(2)
  })
})
