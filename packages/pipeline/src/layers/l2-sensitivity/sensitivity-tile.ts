import {
  type Category,
  digestOfTile,
  ENTITY_CLASSES,
  type EntityFinding,
  type EntityType,
  HIGH_REIDENTIFICATION_RISK,
  HIGH_RISK_FLAG,
  type Level,
  SENSITIVE_FILE_FLAG,
  type SensitivityTile,
  UNREADABLE_FLAG,
} from '@sluice/contracts'
import { QUASI_IDENTIFIERS } from './quasi-identifiers.ts'

/**
 * How likely one value of a kind, alone, leads to one person. Sluice's own estimate: a national number names exactly
 * one, contact data nearly so, a name is shared by many, a place or a date by very many. A secret and a codename name
 * no person; any other number does.
 */
const IDENTIFYING: Readonly<Partial<Record<EntityType, number>>> = {
  US_SSN: 0.95,
  EMAIL_ADDRESS: 0.8,
  IBAN_CODE: 0.8,
  CREDIT_CARD: 0.8,
  PHONE_NUMBER: 0.75,
  STREET_ADDRESS: 0.7,
  PERSON: 0.5,
  IP_ADDRESS: 0.4,
  LOCATION: 0.15,
  ORGANIZATION: 0.1,
  CUSTOM: 0.5,
  UK_POSTCODE: 0.3,
  ZIP_CODE: 0.15,
  DE_HANDELSREGISTER: 0.2,
  GUID: 0.3,
  US_EIN: 0.2,
  URL: 0.1,
  DATE_TIME: 0.05,
  BIC: 0.05,
  DIAGNOSIS: 0.1,
  NRP: 0.1,
  MEDICATION: 0.05,
  FAMILY: 0.02,
  AMOUNT: 0.02,
  TITLE: 0.01,
  // They count as traits.
  DATE_OF_BIRTH: 0,
  AGE: 0,
  SEX: 0,
}

/** The trait that a value of a kind shows. */
const TRAIT_OF: Readonly<Partial<Record<EntityType, string>>> = { DATE_OF_BIRTH: 'birth-date', AGE: 'age', SEX: 'sex' }

/** What the tile is made of. */
interface TileInput {
  readonly findings: readonly EntityFinding[]
  /** Names of the quasi-identifiers that occur. */
  readonly traits: ReadonlySet<string>
  /** The levels of what could not be read. */
  readonly unreadable: readonly Level[]
  /** The least level of a request with sensitive values in a file that goes on as it is; undefined without such. */
  readonly inFile?: Level | undefined
}

/**
 * Sums up a request: the highest level of what was found and of what could not be read, counts by family, and the
 * re-identification risk, which is a noisy-or over the distinct kinds of identifying data and quasi-identifiers,
 * each once: `1 - product(1 - weight)`, in thousandths.
 */
export function tileOf({ findings, traits, unreadable, inFile }: TileInput): SensitivityTile {
  const categories: Record<Category, number> = { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 }
  let level: Level = 0
  for (const finding of findings) {
    if (finding.continues === undefined) categories[finding.category ?? ENTITY_CLASSES[finding.entity].category] += 1
    if (finding.level > level) level = finding.level
  }
  for (const unread of unreadable) if (unread > level) level = unread
  if (inFile !== undefined && inFile > level) level = inFile
  const types = new Set(findings.map(({ entity }) => entity))
  const reidentificationRisk = riskOf(types, traits)
  const flags = flagsOf(types, categories, reidentificationRisk)
  if (unreadable.length > 0) flags.push(UNREADABLE_FLAG)
  if (inFile !== undefined) flags.push(SENSITIVE_FILE_FLAG)
  const tile = { level, categories, reidentificationRisk, flags }
  return { ...tile, digest: digestOfTile(tile) }
}

/** Of a number that somebody gave to one person or thing. */
const NUMBER = 0.8

function weightOf(type: EntityType): number {
  const { category } = ENTITY_CLASSES[type]
  return category === 'SECRET' || category === 'CODENAME' ? 0 : (IDENTIFYING[type] ?? NUMBER)
}

function riskOf(types: ReadonlySet<EntityType>, named: ReadonlySet<string>): number {
  let unlikely = 1
  const traits = new Set(named)
  for (const type of types) {
    unlikely *= 1 - weightOf(type)
    const trait = TRAIT_OF[type]
    if (trait !== undefined) traits.add(trait)
  }
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
  if (risk >= HIGH_REIDENTIFICATION_RISK) flags.push(HIGH_RISK_FLAG)
  if ([...types].some(isNational)) flags.push('national-identifier')
  if (categories.PCI > 0) flags.push('payment-card')
  return flags
}

/** A number that a state gave: its type begins with the code of the state, or it is one of any state. */
function isNational(type: EntityType): boolean {
  if (type === 'TRAVEL_DOCUMENT') return true
  return /^[A-Z]{2}_/.test(type) && !NOT_NATIONAL.has(type) && ENTITY_CLASSES[type].level >= 4
}

/** Numbers that others give, and those of firms. */
const NOT_NATIONAL: ReadonlySet<EntityType> = new Set([
  'US_BANK_NUMBER',
  'DE_HANDELSREGISTER',
  'FR_SIRET',
  'AU_ABN',
  'AU_ACN',
  'BR_CNPJ',
  'KR_BRN',
  'SG_UEN',
  'SE_ORGANISATIONSNUMMER',
  'NO_ORGANISASJONSNUMMER',
  'FI_BUSINESS_ID',
  'DK_CVR',
  'NG_BVN',
  'US_EIN',
])
