import type { ContractSubject } from '@sluice/token-vault/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SemanticCache } from './semantic-cache.ts'

/** What every Semantic Cache must do. `open` gives an empty one. */
export function semanticCacheContract(name: string, open: () => Promise<ContractSubject<SemanticCache>>): void {
  describe(`${name} as a Semantic Cache`, () => {
    const owner = { tenant: 'acme', sub: 'alice' }
    let subject: ContractSubject<SemanticCache>
    beforeAll(async () => {
      subject = await open()
    }, 300_000)
    afterAll(async () => await subject?.close?.())

    it('finds nothing under a key that was never stored', async () => {
      expect(await subject.port.find('a'.repeat(64))).toBeUndefined()
    })

    it('finds what was stored, byte for byte', async () => {
      const answer = `k1.${'Ab_-'.repeat(50_000)}.x`
      await subject.port.store('b', answer, owner)
      expect(await subject.port.find('b')).toBe(answer)
      expect(await subject.port.find('B')).toBeUndefined()
    })

    it('keeps the newest answer', async () => {
      await subject.port.store('c', 'first', owner)
      await subject.port.store('c', 'second', owner)
      expect(await subject.port.find('c')).toBe('second')
    })

    it('finds at once what is being stored, without waiting for the store', async () => {
      const stored = subject.port.store('d', 'answer', owner)
      expect(await subject.port.find('d')).toBe('answer')
      await stored
    })
  })
}
