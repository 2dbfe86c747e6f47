export { type Crossing as MosaicCrossing, MosaicMemory, type MosaicOwner, type UserMosaic } from './mosaic-memory.ts'
export { readTraits } from './read-traits.ts'
export type { Trait } from './trait.ts'
