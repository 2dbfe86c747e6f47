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
    const find = async (key: string) => (await subject.port.find(key, owner.tenant)).answer
    const store = async (key: string, answer: string) => {
      const { generation } = await subject.port.find(key, owner.tenant)
      await subject.port.store(key, answer, owner, generation)
    }

    it('finds nothing under a key that was never stored', async () => {
      expect(await find('a'.repeat(64))).toBeUndefined()
    })

    it('finds what was stored, byte for byte', async () => {
      const answer = `k1.${'Ab_-'.repeat(50_000)}.x`
      await store('b', answer)
      expect(await find('b')).toBe(answer)
      expect(await find('B')).toBeUndefined()
    })

    it('keeps the newest answer', async () => {
      await store('c', 'first')
      await store('c', 'second')
      expect(await find('c')).toBe('second')
    })

    it('finds at once what is being stored, without waiting for the store', async () => {
      const { generation } = await subject.port.find('d', owner.tenant)
      const stored = subject.port.store('d', 'answer', owner, generation)
      expect(await find('d')).toBe('answer')
      await stored
    })
  })
}
