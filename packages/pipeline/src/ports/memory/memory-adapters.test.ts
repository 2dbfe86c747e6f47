import type { RequestRecord } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { semanticCacheContract } from '../semantic-cache.contract.ts'
import { createMemoryOutbox } from './memory-outbox.ts'
import { createMemorySemanticCache } from './memory-semantic-cache.ts'

semanticCacheContract('memory', async () => ({ port: createMemorySemanticCache() }))

const recordForTests: RequestRecord = {
  kind: 'request',
  version: 1,
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
  commitment: `sha256:${'0'.repeat(64)}`,
  sealed_opening: 'k1.a.b.c',
}

describe('the outbox in memory', () => {
  it('accepts records whole and in order, as they were when they were appended', async () => {
    const outbox = createMemoryOutbox()
    const record = { ...recordForTests }
    await outbox.append(record)
    record.model = 'changed'
    await outbox.append({ ...recordForTests, request_id: 'request-2' })
    expect(outbox.records).toEqual([recordForTests, { ...recordForTests, request_id: 'request-2' }])
  })
})
