import { createMemoryStateMap } from './memory-state-map.ts'
import { secureStateMapContract } from './secure-state-map.contract.ts'

secureStateMapContract('memory', async () => ({ port: createMemoryStateMap() }))
