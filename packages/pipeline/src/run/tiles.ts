import {
  digestOfTile,
  HIGH_REIDENTIFICATION_RISK,
  HIGH_RISK_FLAG,
  levelSchema,
  MOSAIC_FLAG,
  type SensitivityTile,
} from '@sluice/contracts'

/** The tile of two parts of a request together: whatever one of them has, the whole has. */
export function joinTiles(one: SensitivityTile, other: SensitivityTile | undefined): SensitivityTile {
  if (other === undefined) return one
  const { PII, PHI, PCI, SECRET, CODENAME } = one.categories
  const tile = {
    level: levelSchema.parse(Math.max(one.level, other.level)),
    categories: {
      PII: Math.max(PII, other.categories.PII),
      PHI: Math.max(PHI, other.categories.PHI),
      PCI: Math.max(PCI, other.categories.PCI),
      SECRET: Math.max(SECRET, other.categories.SECRET),
      CODENAME: Math.max(CODENAME, other.categories.CODENAME),
    },
    reidentificationRisk: Math.max(one.reidentificationRisk, other.reidentificationRisk),
    flags: [...new Set([...one.flags, ...other.flags])],
  }
  return { ...tile, digest: digestOfTile(tile) }
}

/**
 * The tile of a request that tells, by itself or with earlier ones, so much of a person that few people fit. Its risk
 * is at least that of taking the right one among them, `1 / anonymitySet`, in thousandths.
 *
 * @param anonymitySet 1 or more; undefined where many people fit.
 */
export function withMosaic(tile: SensitivityTile, anonymitySet: number | undefined): SensitivityTile {
  if (anonymitySet === undefined) return tile
  const reidentificationRisk = Math.max(tile.reidentificationRisk, Math.round(1_000 / anonymitySet) / 1_000)
  const isHigh = reidentificationRisk >= HIGH_REIDENTIFICATION_RISK
  const flags = [...new Set([...tile.flags, ...(isHigh ? [HIGH_RISK_FLAG] : []), MOSAIC_FLAG])]
  const changed = { level: tile.level, categories: tile.categories, reidentificationRisk, flags }
  return { ...changed, digest: digestOfTile(changed) }
}
