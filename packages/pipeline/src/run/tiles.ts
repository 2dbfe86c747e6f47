import { digestOfTile, levelSchema, type SensitivityTile } from '@sluice/contracts'

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
