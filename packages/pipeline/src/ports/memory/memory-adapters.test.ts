import { outboxContract } from '../outbox.contract.ts'
import { secureStateMapContract } from '../secure-state-map.contract.ts'
import { semanticCacheContract } from '../semantic-cache.contract.ts'
import { createMemoryOutbox } from './memory-outbox.ts'
import { createMemorySemanticCache } from './memory-semantic-cache.ts'
import { createMemoryStateMap } from './memory-state-map.ts'

secureStateMapContract('memory', async () => ({ port: createMemoryStateMap() }))
semanticCacheContract('memory', async () => ({ port: createMemorySemanticCache() }))
outboxContract('memory', async () => {
  const outbox = createMemoryOutbox()
  return { port: outbox, accepted: async () => outbox.records }
})
