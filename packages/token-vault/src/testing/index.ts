export { alter, alteration } from './altered-tokens.ts'
export { createMemoryStateMap, type MemoryStateMap } from './memory-state-map.ts'
export { type ContractSubject, secureStateMapContract } from './secure-state-map.contract.ts'
