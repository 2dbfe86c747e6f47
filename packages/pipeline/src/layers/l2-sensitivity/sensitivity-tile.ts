import {
  type Category,
  digestOfTile,
  ENTITY_CLASSES,
  type EntityFinding,
  type EntityType,
  type Level,
  type SensitivityTile,
  UNREADABLE_FLAG,
} from '@sluice/contracts'
import { QUASI_IDENTIFIERS } from './quasi-identifiers.ts'

/**
 * How likely one value of a kind, alone, leads to one person. Sluice's own estimate: a national number names exactly
 * one, contact data nearly so, a name is shared by many, a codename names no person.
 */
const IDENTIFYING: Readonly<Record<EntityType, number>> = {
  US_SSN: 0.95,
  EMAIL_ADDRESS: 0.8,
  IBAN_CODE: 0.8,
  CREDIT_CARD: 0.8,
  PHONE_NUMBER: 0.75,
  PERSON: 0.5,
  IP_ADDRESS: 0.4,
  PASSWORD: 0,
  API_KEY: 0,
  ACCESS_TOKEN: 0,
  PRIVATE_KEY: 0,
  CODENAME: 0,
}

/** A request with this risk or a higher one is flagged. */
const HIGH_RISK = 0.9

/** What the tile is made of. */
interface TileInput {
  readonly findings: readonly EntityFinding[]
  /** Names of the quasi-identifiers that occur. */
  readonly traits: ReadonlySet<string>
  /** The levels of what could not be read. */
  readonly unreadable: readonly Level[]
}

/**
 * Sums up a request: the highest level of what was found and of what could not be read, counts by family, and the
 * re-identification risk, which is a noisy-or over the distinct kinds of identifying data and quasi-identifiers,
 * each once: `1 - product(1 - weight)`, in thousandths.
 */
export function tileOf({ findings, traits, unreadable }: TileInput): SensitivityTile {
  const categories: Record<Category, number> = { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 }
  let level: Level = 0
  for (const finding of findings) {
    if (finding.continues === undefined) categories[ENTITY_CLASSES[finding.entity].category] += 1
    if (finding.level > level) level = finding.level
  }
  for (const unread of unreadable) if (unread > level) level = unread
  const types = new Set(findings.map(({ entity }) => entity))
  const reidentificationRisk = riskOf(types, traits)
  const flags = flagsOf(types, categories, reidentificationRisk)
  if (unreadable.length > 0) flags.push(UNREADABLE_FLAG)
  const tile = { level, categories, reidentificationRisk, flags }
  return { ...tile, digest: digestOfTile(tile) }
}

function riskOf(types: ReadonlySet<EntityType>, traits: ReadonlySet<string>): number {
  let unlikely = 1
  for (const type of types) unlikely *= 1 - IDENTIFYING[type]
  for (const { trait, weight } of QUASI_IDENTIFIERS) if (traits.has(trait)) unlikely *= 1 - weight
  return Math.round((1 - unlikely) * 1000) / 1000
}

function flagsOf(
  types: ReadonlySet<EntityType>,
  categories: Readonly<Record<Category, number>>,
  risk: number,
): string[] {
  const flags: string[] = []
  if (categories.CODENAME > 0) flags.push('codename')
  if (risk >= HIGH_RISK) flags.push('high-reidentification-risk')
  if (types.has('US_SSN')) flags.push('national-identifier')
  if (categories.PCI > 0) flags.push('payment-card')
  return flags
}
