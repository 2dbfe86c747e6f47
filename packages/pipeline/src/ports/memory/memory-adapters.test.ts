import { encodeRequestFacts, type RequestFacts, type StoredRequest } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { semanticCacheContract } from '../semantic-cache.contract.ts'
import { createMemoryOutbox } from './memory-outbox.ts'
import { createMemorySemanticCache } from './memory-semantic-cache.ts'

semanticCacheContract('memory', async () => ({ port: createMemorySemanticCache() }))

const facts: RequestFacts = {
  kind: 'request',
  id: 'record-1',
  request_id: 'request-1',
  time_ms: 1_700_000_000_000,
  tenant: 'acme',
  sub: 'alice',
  session_id: 7,
  model: 'gpt-test',
  policy_version: 'policy-1',
  outcome: 'answered',
  cache_hit: false,
  layers: [],
  violations: [],
}
const proof = { commitment: 'c', sealed_opening: 'k1.a.b.c' }
const stored = (changes: Partial<RequestFacts> = {}): StoredRequest => ({
  ...{ kind: 'request', tenant: 'acme', sub: 'alice', session_id: 7, events: 1, ...proof },
  facts: encodeRequestFacts({ ...facts, ...changes }),
})

describe('the outbox in memory', () => {
  it('accepts records whole and in order', async () => {
    const outbox = createMemoryOutbox()
    const first = stored()
    const second = stored({ request_id: 'request-2' })
    await outbox.append(first)
    await outbox.append(second)
    expect(outbox.stored).toEqual([first, second])
    expect(outbox.records).toEqual([
      { ...facts, version: 3, ...proof },
      { ...facts, version: 3, ...proof, request_id: 'request-2' },
    ])
  })
})
