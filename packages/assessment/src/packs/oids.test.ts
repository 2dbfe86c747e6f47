import { describe, expect, it } from 'vitest'
import { loadKnowledge } from './knowledge-base.ts'
import { plainName } from './plain-name.ts'

/*
 * Object identifiers stand twice: names.json reads those of keys and certificates, entries.json names those of
 * algorithms. They were written apart from each other.
 */
describe('the object identifiers of the entries', async () => {
  const knowledge = await loadKnowledge({ packs: ['extended'] })
  const read = new Map(knowledge.packs.flatMap(({ names }) => Object.entries(names?.whole ?? {})))
  const told = knowledge.entries.flatMap((entry) => (entry.oids ?? []).map((one) => ({ entry, ...one })))

  it('mean what the reader of keys takes them for', () => {
    const known = told.filter(({ oid }) => read.has(oid))
    expect(known.length).toBeGreaterThan(80)
    for (const { entry, oid, when } of known) {
      const { algorithm, hash, mode, keySize } = read.get(oid) ?? {}
      // `EC` is ECDSA or ECDH by its use.
      if (algorithm !== undefined && algorithm !== 'EC') expect(knowledge.find(algorithm), oid).toBe(entry)
      if (hash !== undefined && when?.hash !== undefined)
        expect(when.hash.map(plainName), oid).toContain(plainName(hash))
      if (mode !== undefined && when?.mode !== undefined)
        expect(when.mode.map(plainName), oid).toContain(plainName(mode))
      if (keySize !== undefined && when?.keySize !== undefined) expect(when.keySize.oneOf, oid).toContain(keySize)
    }
  })

  it('are given to one algorithm each', () => {
    const owners = new Map<string, Set<string>>()
    for (const { entry, oid } of told) owners.set(oid, (owners.get(oid) ?? new Set()).add(entry.algorithm))
    expect([...owners].filter(([, algorithms]) => algorithms.size > 1)).toEqual([])
  })

  it('can all be reached: none stands behind one without a condition', () => {
    for (const { algorithm, oids = [] } of knowledge.entries) {
      expect(
        oids.slice(0, -1).filter(({ when }) => when === undefined),
        algorithm,
      ).toEqual([])
    }
  })
})
