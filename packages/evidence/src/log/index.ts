export { hashLeaf } from './hashes.ts'
export { commitToDigests, digestRecord } from './record-commitment.ts'
export { growTree, MissingTile, type ReadTile } from './tile-tree.ts'
export { bundleEntries, TILE_WIDTH } from './tiles.ts'
