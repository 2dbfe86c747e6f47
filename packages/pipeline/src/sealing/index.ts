export { canonicalJson } from './canonical-json.ts'
export { createKeyRing, type KeyRing, type KeyScope } from './key-ring.ts'
export { createRandomPool, type RandomPool } from './random-pool.ts'
