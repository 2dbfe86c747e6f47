import { digestOfTile, type Level, levelSchema, type SensitivityTile } from '@sluice/contracts'
import type { Exchange } from '../layer.ts'
import { findServing } from '../ports/find-serving.ts'
import type { ModelRequest } from '../request/index.ts'
import { decideOnRoute } from './decide-on-route.ts'

/** Stands where a tool server may see nothing of what a call holds. */
const NOTHING = -1

/** Policies that look at more than the level of a tile are asked once more, with the tile of what leaves (L5). */
const TILES: readonly SensitivityTile[] = Array.from({ length: 8 }, (_, level) => tileOfLevel(levelSchema.parse(level)))

/**
 * The highest level of data that the policy lets a tool server see of a caller's call: each level up to it is
 * permitted. -1 where it may see nothing, or nobody serves it.
 */
export function clearLevelOf({ kind, body }: ModelRequest, exchange: Pick<Exchange, 'origin' | 'runtime'>): number {
  const [serving] = findServing(exchange.runtime.endpoints.endpoints, kind, body.model)
  if (serving === undefined) return NOTHING
  const { endpoint } = serving
  const refused = TILES.find((tile) => decideOnRoute(endpoint, tile, exchange).effect !== 'permit')
  return refused === undefined ? 7 : refused.level - 1
}

/** The tile of a request that holds something of this level, and of which nothing else is known. */
export function tileOfLevel(level: Level): SensitivityTile {
  const categories = { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 }
  const tile = { level, categories, reidentificationRisk: 0, flags: [] }
  return { ...tile, digest: digestOfTile(tile) }
}
