import { describe, expect, it } from 'vitest'
import type { Detection } from '../model/detection.ts'
import { loadKnowledge } from '../packs/knowledge-base.ts'
import { parseCases } from './crypto-cases.ts'
import { isVerdictRight, type MarkedPlace, markedPlaces, parameterOutcome } from './crypto-parameters.ts'

const knowledge = await loadKnowledge({ packs: ['extended'] })

function found(algorithm: string, parameters: Detection['parameters'], role: Detection['role'] = 'Encryption') {
  return {
    file: 'A.java',
    line: 1,
    language: 'java',
    algorithm,
    role,
    parameters,
    confidence: 'High',
    setting: 'product',
    rule: 'r',
    evidence: '',
  } as const satisfies Detection
}

/** The place that the marks of one line make with what was found there. */
function placeOf(marks: string, ...detections: readonly Detection[]): MarkedPlace {
  const [one] = parseCases(`=== a case\n--- A.java\nline ${marks}\n`, 'java', 'here')
  if (one === undefined) throw new Error('no case')
  const [place] = markedPlaces(one, detections)
  if (place === undefined) throw new Error('no place')
  return place
}

describe('parameterOutcome', () => {
  it.each([
    ['right', '«AES keySize=256»', [{ keySize: 256 }]],
    ['wrong', '«AES keySize=256»', [{ keySize: 128 }]],
    ['wrong', '«AES keySize=256»', [{ keySize: 256 }, { keySize: 128 }]],
    ['unsaid', '«AES keySize=256»', [{}]],
    ['unsaid', '«AES keySize=256»', []],
    ['unmarked', '«AES mode=GCM»', [{ keySize: 256 }]],
    ['right', '«AES keySize=128|256»', [{ keySize: 256 }, { keySize: 128 }]],
    ['wrong', '«AES keySize=128|256»', [{ keySize: 192 }, { keySize: 128 }]],
    ['right', '«AES keySize=256» «AES»', [{ keySize: 256 }, { keySize: 128 }]],
    ['wrong', '«AES keySize=256» «AES»', [{ keySize: 192 }]],
    ['none-kept', '«AES keySize=none»', [{ mode: 'CTR' }]],
    ['none-broken', '«AES keySize=none»', [{ keySize: 64 }]],
  ] as const)('says %s for %s', (outcome, marks, said) => {
    const place = placeOf(marks, ...said.map((parameters) => found('AES', parameters)))
    expect(parameterOutcome(place, 'keySize')).toBe(outcome)
  })

  it('takes the parameter set of a hash for its length', () => {
    expect(parameterOutcome(placeOf('«SHA-2 hash=SHA-384»', found('SHA-2', { parameterSet: 'SHA-384' })), 'hash')).toBe(
      'right',
    )
  })

  it('looks at findings of the same family on the same line only', () => {
    const other = { ...found('AES', { keySize: 128 }), line: 2 }
    const place = placeOf('«AES keySize=256»', found('AES', { keySize: 256 }), found('RSA', { keySize: 2048 }), other)
    expect(place.detections).toHaveLength(1)
  })
})

describe('isVerdictRight', () => {
  it.each([
    ['the same size', true, '«AES keySize=256»', found('AES', { keySize: 256, mode: 'GCM' })],
    ['a weaker size for a strong one', false, '«AES keySize=256»', found('AES', { keySize: 128 })],
    ['another size of the same verdict', true, '«AES keySize=128»', found('AES', { keySize: 192 })],
    ['a size where the program states none', false, '«AES»', found('AES', { keySize: 256 })],
    ['no size where the program states one', false, '«AES keySize=256»', found('AES', {})],
    ['an open question where two sizes can arrive', true, '«AES keySize=128|256»', found('AES', {})],
    ['one of two sizes that can arrive', true, '«AES keySize=128|256»', found('AES', { keySize: 256 })],
    ['any size of RSA', true, '«RSA keySize=2048»', found('RSA', { keySize: 4096 })],
    ['a hash that does not comply', false, '«SHA-2 hash=SHA-384»', found('SHA-2', { hash: 'SHA-256' }, 'Digest')],
  ] as const)('judges %s', (_, isRight, marks, detection) => {
    expect(isVerdictRight(knowledge, placeOf(marks, detection))).toBe(isRight)
  })

  it('counts a use that was not found as wrong, and does not count what the knowledge base does not know', () => {
    expect(isVerdictRight(knowledge, placeOf('«AES keySize=256»'))).toBe(false)
    expect(isVerdictRight(knowledge, placeOf('«Rot13»'))).toBeUndefined()
  })
})
