import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadPacks } from '../packs/load-pack.ts'
import { prepareKnowledge } from '../packs/prepare-knowledge.ts'
import { type SettledSize, settleSize } from './key-size.ts'

const { families } = prepareKnowledge(await loadPacks(['extended']))

type Origin = 'rule' | 'default' | undefined

const size = (v: number, origin?: Origin) =>
  ({ value: { t: 'num', v, ...(origin === undefined ? {} : { origin }) }, trail: [] }) as const
const text = (v: string) => ({ value: { t: 'str', v }, trail: [] }) as const

describe('settleSize', () => {
  it.each<[string, Parameters<typeof settleSize>[0], SettledSize]>([
    ['a number', { algorithm: 'AES', mode: 'CBC', named: undefined, sizes: [size(192)] }, { keySize: 192 }],
    ['a text', { algorithm: 'RSA', mode: undefined, named: undefined, sizes: [text('2048')] }, { keySize: 2048 }],
    ['nothing', { algorithm: 'AES', mode: undefined, named: undefined, sizes: [] }, {}],
    [
      'one of two',
      { algorithm: 'AES', mode: undefined, named: undefined, sizes: [size(128), size(256)] },
      { keySizeFrom: 'several' },
    ],
    [
      'one of two that another algorithm has',
      { algorithm: 'RSA', mode: undefined, named: undefined, sizes: [size(256), size(2048)] },
      { keySize: 2048 },
    ],
    [
      'a name before a length',
      { algorithm: 'AES', mode: 'CBC', named: 128, sizes: [size(256)] },
      { keySize: 128, keySizeFrom: 'name' },
    ],
    [
      'half of what XTS takes',
      { algorithm: 'AES', mode: 'XTS', named: undefined, sizes: [size(256)] },
      { keySize: 128, keySizeFrom: 'half' },
    ],
    [
      'half of what SIV takes',
      { algorithm: 'AES', mode: 'SIV', named: undefined, sizes: [size(512)] },
      { keySize: 256, keySizeFrom: 'half' },
    ],
    [
      'what a rule says, whole',
      { algorithm: 'AES', mode: 'SIV', named: undefined, sizes: [size(256, 'rule')] },
      { keySize: 256 },
    ],
    [
      'what GCM-SIV takes, whole',
      { algorithm: 'AES', mode: 'GCM-SIV', named: undefined, sizes: [size(256)] },
      { keySize: 256 },
    ],
    [
      'a default',
      { algorithm: 'AES', mode: undefined, named: undefined, sizes: [size(256, 'default')] },
      { keySize: 256, keySizeFrom: 'default' },
    ],
    [
      'a size before a default',
      { algorithm: 'AES', mode: undefined, named: undefined, sizes: [size(256, 'default'), size(128)] },
      { keySize: 128 },
    ],
    [
      'no default where a key is given of which nothing is known',
      { algorithm: 'AES', mode: undefined, named: undefined, sizes: [size(256, 'default'), size(0)] },
      {},
    ],
    [
      'no default that the algorithm cannot have',
      { algorithm: 'DES', mode: undefined, named: undefined, sizes: [size(256, 'default')] },
      {},
    ],
    [
      'an impossible one',
      { algorithm: 'AES', mode: 'CTR', named: undefined, sizes: [size(64)] },
      { keySizeFrom: 'impossible' },
    ],
  ])('tells %s', (_name, question, expected) => {
    expect(settleSize(question, families)).toEqual(expected)
  })

  it('never gives a size that the algorithm cannot have', () => {
    const limited = [...families].flatMap(([algorithm, sizes]) => (sizes === undefined ? [] : [{ algorithm, sizes }]))
    expect(limited.length).toBeGreaterThan(10)
    const bits = fc.oneof(fc.integer({ min: 0, max: 70_000 }), fc.constantFrom(128, 192, 256, 384, 512, 1024, 2048))
    const origin = fc.constantFrom<Origin>('rule', 'default', undefined)
    fc.assert(
      fc.property(
        fc.constantFrom(...limited),
        fc.constantFrom('XTS', 'SIV', 'GCM', undefined),
        fc.option(bits, { nil: undefined }),
        fc.array(fc.tuple(bits, origin), { maxLength: 4 }),
        ({ algorithm, sizes }, mode, named, given) => {
          const question = { algorithm, mode, named, sizes: given.map(([v, by]) => size(v, by)) }
          const { keySize } = settleSize(question, families)
          if (keySize === undefined) return
          if ('oneOf' in sizes) expect(sizes.oneOf).toContain(keySize)
          else expect(keySize >= sizes.atLeast && keySize <= sizes.atMost).toBe(true)
        },
      ),
    )
  })
})
