import { once } from 'node:events'
import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChainRoom, computeMarginals, factorsOf } from './chain.ts'
import { FEATURES, writeFeatures } from './features.ts'
import { KnownSentences } from './known-sentences.ts'
import { LABELS, mayFollow, WEIGHTED } from './labels.ts'
import { classOf, Lexicon, lexiconEntries, USUAL_CASE, usualCaseOf, WORD_IS, wordInfo } from './lexicon.ts'
import { loadNameTagger } from './load.ts'
import { readModel, writeModel } from './model-file.ts'
import { packedWeights, writeScores } from './scores.ts'
import { emptySentence, readSentence } from './sentence.ts'
import { emptyTokens, tokenize, wordHash } from './tokens.ts'

const tagger = loadNameTagger()

function namesOf(text: string): readonly (readonly [kind: string, value: string])[] {
  return tagger
    .tag(text)
    .flatMap(({ kind, start, end, score }) => (score < 0.5 ? [] : [[kind, text.slice(start, end)]]))
}

/** What sentences are made of, so that many of a text are alike. */
const PARTS = [
  ...[
    'Anna Schmidt',
    'Ruiz',
    'Rome',
    'Dr. ',
    'Smith Ltd',
    '12 Oak Street',
    'will',
    'Paris',
    'Anna',
    'the',
    'writes to',
  ],
  ...[
    ' ',
    ' ',
    ' ',
    ' ',
    '. ',
    '! ',
    '.',
    "'s",
    "'",
    '-',
    ', ',
    '\n',
    '\n\n',
    '"',
    '(',
    ')',
    '_',
    '3.5',
    '\uFFFC\uFFFC',
  ],
  'Please call Anna Schmidt in Hamburg. ',
  'Guests: Anna, '.repeat(41),
]

describe('the tagger', () => {
  it.each([
    [
      'Please call Anna Schmidt in Hamburg.',
      [
        ['person', 'Anna Schmidt'],
        ['place', 'Hamburg'],
      ],
    ],
    ['Dear Mr. Okonkwo,', [['person', 'Okonkwo']]],
    [
      'She moved from Lisbon to Nairobi.',
      [
        ['place', 'Lisbon'],
        ['place', 'Nairobi'],
      ],
    ],
    [
      'Ship it to Maria Lopez, 12 Oak Street, Springfield.',
      [
        ['person', 'Maria Lopez'],
        ['address', '12 Oak Street, Springfield'],
      ],
    ],
    ['Sehr geehrte Frau Lindemann,', [['person', 'Lindemann']]],
    ['Vive en Calle Mayor 12, 3º B, Zaragoza.', [['address', 'Calle Mayor 12, 3º B, Zaragoza']]],
    ["m'appelle Camille Laurent", [['person', 'Camille Laurent']]],
    ['i talked to jennifer about it', [['person', 'jennifer']]],
    [
      'Guitarist Kenji Morita founded the Crimson Otters in Osaka.',
      [
        ['person', 'Kenji Morita'],
        ['place', 'Osaka'],
      ],
    ],
    ['Marwick defeated the rebels near the river.', [['person', 'Marwick']]],
  ])('finds the names of %j', (text, names) => expect(namesOf(text)).toEqual(expect.arrayContaining(names)))

  it.each([
    'How do I deploy Kubernetes on Windows?',
    'Total Amount Due: 300',
    'const user = await db.find({ id: 3 })',
    'In the middle of the 14th century the temple was destroyed.',
    'The north end of the park has a fountain.',
    'The French painter and the German composer met on Monday.',
    '12.5 33.1 44.0\n18.2 19.9 20.1',
  ])('finds none in %j', (text) => expect(namesOf(text)).toEqual([]))

  it('gives names in order, disjoint and within any text, the same each time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom('Anna', 'Rome', '.', ' ', '\n', 'Dr.', '—', '😀'), fc.string())),
        (parts) => {
          const text = parts.join(' ')
          const names = tagger.tag(text)
          expect(tagger.tag(text)).toEqual(names)
          let behind = 0
          for (const { start, end, score } of names) {
            expect(start).toBeGreaterThanOrEqual(behind)
            expect(end).toBeGreaterThan(start)
            expect(score).toBeGreaterThan(0)
            expect(score).toBeLessThanOrEqual(1.000_1)
            behind = end
          }
          expect(behind).toBeLessThanOrEqual(text.length)
        },
      ),
    )
  })

  it('finds the same whatever it was shown before, in whatever text', () => {
    const part = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...PARTS) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
    )
    const written = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(written, written, fc.integer({ min: 0, max: 60 }), fc.nat({ max: 60 }), (text, put, at, length) => {
        const known = new KnownSentences()
        const changed = text.slice(0, at) + put + text.slice(at + length)
        for (const each of [text, changed, text.slice(at), changed + text, text]) {
          expect(JSON.stringify(tagger.tag(each, known))).toBe(JSON.stringify(tagger.tag(each)))
        }
      }),
      { numRuns: 100 },
    )
  })

  it('does not read a sentence again that it was shown before', () => {
    const known = new KnownSentences()
    const [text, name] = [
      'Anna Schmidt left. Ask Anna Schmidt.',
      { kind: 'place', start: 4, end: 8, score: 1 },
    ] as const
    tagger.tag(text, known)
    const other = new KnownSentences()
    other.remember('Ask Anna Schmidt.', [name])
    expect(tagger.tag(text, other)).toContainEqual({ ...name, start: 23, end: 27 })
    expect(known.find('Ask Anna Schmidt.')).toMatchObject([{ kind: 'person', start: 4, end: 16 }])
    known.clear()
    expect(known.find('Ask Anna Schmidt.')).toBeUndefined()
  })

  it('reads a sentence of any length, in parts', () => {
    const text = `Guests: ${'Anna Schmidt, '.repeat(400)}`
    expect(tagger.tag(text).length).toBeGreaterThan(390)
  })
})

describe('the chain', () => {
  it('gives each token probabilities that add up to 1, and none to what cannot follow', () => {
    const number = fc.double({ min: -8, max: 8, noNaN: true })
    const scores = fc.array(number, { minLength: LABELS, maxLength: LABELS * 6 })
    const transitions = { between: new Float32Array(LABELS * LABELS), first: new Float32Array(LABELS) }
    fc.assert(
      fc.property(scores, (values) => {
        const count = Math.floor(values.length / LABELS)
        const room = new ChainRoom(count)
        room.scores.set(values.slice(0, count * LABELS))
        computeMarginals(count, room, factorsOf(transitions))
        for (let i = 0; i < count; i += 1) {
          const row = room.marginals.subarray(i * LABELS, (i + 1) * LABELS)
          expect(row.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 4)
        }
        for (let label = 0; label < LABELS; label += 1) {
          if (!mayFollow(0, label)) expect(room.marginals[label]).toBe(0)
        }
      }),
    )
  })
})

describe('the features', () => {
  it('of a token are those of its sentence alone, whatever was read before', () => {
    const lexicon = new Lexicon(lexiconEntries(new Map([[wordHash('anna'), WORD_IS.given]]), 4))
    const sentence = emptySentence()
    const read = (text: string): readonly number[] => {
      const tokens = tokenize(text, 0, text.length, emptyTokens(8))
      readSentence(text, tokens, 0, tokens.count, lexicon, sentence)
      return Array.from({ length: tokens.count }, (_, i) => {
        const out = new Int32Array(FEATURES)
        writeFeatures(sentence, i, out)
        return [...out]
      }).flat()
    }
    const alone = read('Call Anna now.')
    read('A much longer sentence with Anna and many other words in it, before.')
    expect(read('Call Anna now.')).toEqual(alone)
  })
})

describe('the lexicon', () => {
  it('knows its words and no others', () => {
    const words = Array.from({ length: 800 }, (_, i) => [wordHash(`word${i}`), 1 + (i % 4_000)] as const)
    const lexicon = new Lexicon(lexiconEntries(new Map(words), 1_024))
    for (const [hash, info] of words) expect(lexicon.infoOf(hash)).toBe(info)
    expect(lexicon.infoOf(wordHash('another'))).toBe(0)
    expect(() => lexiconEntries(new Map(words), 512)).toThrow('800 words do not fit')
  })

  it('knows of a word whose name it is, how it is mostly written and what it means', () => {
    const flags = WORD_IS.given | WORD_IS.frequentSurname
    const info = wordInfo(flags, USUAL_CASE.capital, 45)
    const known = [info & WORD_IS.given, info & WORD_IS.place, info & WORD_IS.frequentSurname]
    expect(known).toEqual([WORD_IS.given, 0, WORD_IS.frequentSurname])
    expect([usualCaseOf(info), classOf(info)]).toEqual([USUAL_CASE.capital, 45])
  })
})

describe('the scores', () => {
  it('are the sums of the weights of the features', () => {
    const weight = fc.integer({ min: -128, max: 127 })
    const weights = fc.array(weight, { minLength: 4 * WEIGHTED, maxLength: 4 * WEIGHTED })
    const features = fc.array(fc.integer(), { minLength: FEATURES, maxLength: FEATURES })
    fc.assert(
      fc.property(weights, features, (values, hashes) => {
        const scores = new Float32Array(2 * LABELS)
        writeScores(Int32Array.from(hashes), packedWeights(Int8Array.from(values)), 0.5, scores, LABELS)
        const sums = Array.from({ length: WEIGHTED }, (_, label) =>
          hashes.reduce((sum, hash) => sum + (values[(hash & 3) * WEIGHTED + label] ?? 0), 0),
        )
        expect([...scores.subarray(LABELS)]).toEqual([0, ...sums.map((sum) => sum * 0.5)])
      }),
    )
  })
})

describe('the file of a model', () => {
  const model = {
    weights: Int8Array.from({ length: 16 }, (_, i) => i - 8),
    scale: 0.5,
    transitions: { between: new Float32Array(LABELS * LABELS).fill(0.25), first: new Float32Array(LABELS).fill(-1) },
    lexicon: Uint32Array.of(1, 2, 3, 4_000_000_000),
  }
  const bytes = writeModel(model)

  it('holds all of it, wherever the bytes lie', () => {
    const shifted = new Uint8Array(bytes.length + 3)
    shifted.set(bytes, 3)
    for (const read of [readModel(bytes), readModel(shifted.subarray(3))]) expect(read).toEqual(model)
  })

  it('is read once: threads that are started afterwards share it', async () => {
    const script = `
      const { getEnvironmentData, parentPort } = require('node:worker_threads')
      parentPort.postMessage(getEnvironmentData('sluice.name-tagger.model'))`
    const [bytes] = await once(new Worker(script, { eval: true }), 'message')
    expect(bytes).toBeInstanceOf(SharedArrayBuffer)
    expect(bytes.byteLength).toBe(statSync(new URL('../model/names.bin', import.meta.url)).size)
  })

  it('is refused when it is cut or another thing', () => {
    expect(() => readModel(bytes.subarray(0, bytes.length - 1))).toThrow('is cut')
    expect(() => readModel(bytes.subarray(0, 5))).toThrow('no model of this version')
    expect(() => readModel(new Uint8Array(400))).toThrow('no model of this version')
  })
})
