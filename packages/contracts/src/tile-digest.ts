import { hash } from 'node:crypto'
import { CATEGORIES } from './entity.ts'
import type { SensitivityTile } from './finding.ts'

/** The digest of a sensitivity tile: SHA-256, hex, over its other members. Two equal tiles have equal digests. */
export function digestOfTile(tile: Omit<SensitivityTile, 'digest'>): string {
  const { level, categories, reidentificationRisk, flags } = tile
  const counts = CATEGORIES.map((category) => [category, categories[category]])
  return hash('sha256', JSON.stringify([level, counts, reidentificationRisk, flags]))
}
