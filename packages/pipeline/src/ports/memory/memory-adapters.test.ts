import { outboxContract } from '../outbox.contract.ts'
import { semanticCacheContract } from '../semantic-cache.contract.ts'
import { createMemoryOutbox } from './memory-outbox.ts'
import { createMemorySemanticCache } from './memory-semantic-cache.ts'

semanticCacheContract('memory', async () => ({ port: createMemorySemanticCache() }))
outboxContract('memory', async () => {
  const outbox = createMemoryOutbox()
  return { port: outbox, accepted: async () => outbox.records }
})
