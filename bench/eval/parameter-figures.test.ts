import type { Detection } from '@sluice/assessment'
import { loadKnowledge } from '@sluice/assessment'
import { markedPlaces, parseCases } from '@sluice/assessment/testing'
import { describe, expect, it } from 'vitest'
import { percentWithInterval, wilsonInterval } from './evaluation.ts'
import { ParameterFigures } from './parameter-figures.ts'

const knowledge = await loadKnowledge({ packs: ['extended'] })

const CASE = `=== a project
--- A.java
one «AES keySize=256 mode=GCM»
two «AES keySize=256»
three «AES keySize=none»
four «AES»
five «ECDSA curve=P-384»
`

function found(line: number, algorithm: string, parameters: Detection['parameters']): Detection {
  const rest = { language: 'java', role: 'Encryption', confidence: 'High', setting: 'product' } as const
  return { file: 'A.java', line, algorithm, parameters, ...rest, rule: 'r', evidence: '' }
}

function figuresOf(marksAreComplete: boolean): ParameterFigures {
  const figures = new ParameterFigures(knowledge, marksAreComplete)
  const detections = [
    found(1, 'AES', { keySize: 256, mode: 'CBC' }),
    found(3, 'AES', { keySize: 64 }),
    found(4, 'AES', {}),
    found(5, 'ECDSA', { curve: 'P-384', keySize: 384 }),
  ]
  for (const one of parseCases(CASE, 'java', 'here')) figures.take('java', one.name, markedPlaces(one, detections))
  return figures
}

describe('ParameterFigures', () => {
  it('counts what is right of all marks that state it and of those that are found', () => {
    const figures = figuresOf(true).json()
    expect(figures).toMatchObject({ java: figures.all })
    expect(figures.all).toMatchObject({
      keySize: { all: 2, found: 1, right: 1, ofAll: 0.5, ofFound: 1 },
      mode: { all: 1, found: 1, right: 0 },
      curve: { all: 1, found: 1, right: 1 },
      padding: { all: 0, ofAll: null },
      aesVerdict: { all: 4, found: 3 },
      verdict: { all: 5, found: 4 },
      noSize: 1,
      sizeInvented: 1,
    })
  })

  it('judges no use of which nothing is marked where marks are not complete', () => {
    expect(figuresOf(false).json().all).toMatchObject({ aesVerdict: { all: 3 }, verdict: { all: 4 } })
  })

  it('names each place that says something else, and none that was not found', () => {
    const failures = figuresOf(true)
      .failures()
      .map(({ what, place }) => `${what} ${place}`)
    expect(failures).toContain('mode wrong A.java:1')
    expect(failures).toContain('size wrong A.java:3')
    expect(failures.filter((text) => text.endsWith(':2'))).toEqual([])
  })

  it('prints shares with their intervals', () => {
    const [all, ofFound] = figuresOf(true).tables()
    expect(all?.rows[0]).toMatchObject({ language: 'java', size: '1/2 50.0 % (9.5-90.5)', 'size invented': '1 of 1' })
    expect(ofFound?.rows[0]).toMatchObject({ size: '1/1 100.0 % (20.7-100.0)', padding: '-' })
  })
})

describe('wilsonInterval', () => {
  // Brown, Cai and DasGupta, Interval Estimation for a Binomial Proportion, Statistical Science 16 (2001), formula (4).
  it.each([
    [21, 27, 0.5921, 0.8944],
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
  ])('gives the interval of %i of %i', (part, whole, low, high) => {
    const interval = wilsonInterval(part, whole)
    expect(interval?.[0]).toBeCloseTo(low, 3)
    expect(interval?.[1]).toBeCloseTo(high, 3)
  })

  it('gives none where nothing was counted', () => {
    expect(wilsonInterval(0, 0)).toBeNull()
    expect(percentWithInterval(0, 0)).toBe('-')
  })
})
