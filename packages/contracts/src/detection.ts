import { z } from 'zod'
import { customRecognizersSchema } from './custom-recognizer.ts'
import { ENTITY_CLASSES, type EntityType, entityTypeSchema } from './entity.ts'
import { ENTITY_TYPES } from './entity-types.ts'
import { type Level, levelSchema } from './level.ts'
import { recognizerSettingsSchema } from './recognizer-settings.ts'

/** When values of a type are found: always, only beside a person, or never. */
const whenFoundSchema = z.enum(['always', 'beside-person', 'never'])

const score = z.number().min(0).max(1)

/**
 * What becomes of a value: it gets a token; it is only counted and goes on as it is; it is moved by as many days as all
 * of its session; or it is told less exactly.
 */
const replacementSchema = z.enum(['token', 'keep', 'shift', 'generalize'])

/** The types that have another form than a token. */
const CHANGED = {
  shift: ['DATE_TIME', 'DATE_OF_BIRTH'],
  generalize: ['DATE_TIME', 'DATE_OF_BIRTH', 'AGE', 'ZIP_CODE', 'AMOUNT'],
} as const satisfies Partial<Record<z.output<typeof replacementSchema>, readonly EntityType[]>>

/** What a caller reads where the clearance does not cover a value: its token, or the name of its type. */
const hiddenSchema = z.enum(['token', 'mask'])

const settingSchema = z.strictObject({
  find: whenFoundSchema.optional(),
  minScore: score.optional(),
  replace: replacementSchema.optional(),
  hidden: hiddenSchema.optional(),
})

const settingsSchema = z.partialRecord(entityTypeSchema, settingSchema).superRefine((settings, context) => {
  for (const type of ENTITY_TYPES) {
    const replace = settings[type]?.replace
    if (replace !== 'shift' && replace !== 'generalize') continue
    const types: readonly EntityType[] = CHANGED[replace]
    if (types.includes(type)) continue
    const message = `replace: "${replace}" is for ${types.join(', ')}, and not for ${type}`
    context.addIssue({ code: 'custom', path: [type, 'replace'], message })
  }
})

/**
 * A tenant may have settings of its own, in place of the default ones of the same type. `recognizers` are added to
 * those that ship.
 */
export const detectionSchema = z.strictObject({
  default: settingsSchema.default({}),
  byTenant: z.record(z.string().min(1).max(128), settingsSchema).default({}),
  recognizers: customRecognizersSchema,
  byRecognizer: recognizerSettingsSchema,
})

export type DetectionConfig = z.output<typeof detectionSchema>

/** How values of one type are found. */
interface DetectionSetting {
  readonly find: z.output<typeof whenFoundSchema>
  /** Less sure findings, 0 to 1, are none. */
  readonly minScore: number
  /** A value that is kept still counts for the sensitivity tile, so that it leaves only where its level may be seen. */
  readonly replace: z.output<typeof replacementSchema>
}

type Shipped = Pick<DetectionSetting, 'find' | 'minScore'> & Partial<DetectionSetting>

export type DetectionSettings = Readonly<Record<EntityType, DetectionSetting>>

const USUAL: Shipped = { find: 'always', minScore: 0.5 }

const BESIDE_PERSON: Shipped = { find: 'beside-person', minScore: 0.5 }

/**
 * As shipped. A place, an organization or a date says something of a person only beside one: `What is the weather in
 * Paris?` keeps its city. The scores of names are lower, because with a person near a miss costs
 * more than a false alarm.
 */
const SHIPPED: Readonly<Partial<Record<EntityType, Shipped>>> = {
  PERSON: { find: 'always', minScore: 0.45 },
  STREET_ADDRESS: { find: 'always', minScore: 0.4 },
  LOCATION: { find: 'beside-person', minScore: 0.3 },
  ORGANIZATION: { find: 'beside-person', minScore: 0.4 },
  // A model has to compute with dates: how many nights, which day of the week.
  DATE_TIME: { ...BESIDE_PERSON, replace: 'keep' },
  DATE_OF_BIRTH: BESIDE_PERSON,
  // Of 90 years and more: `Ann is 10, twice as old as Bob` has to be computed.
  AGE: { find: 'beside-person', minScore: 0.85 },
  // A sum says little of anybody, and a model has to compute with it.
  AMOUNT: { find: 'never', minScore: 0.5 },
  URL: BESIDE_PERSON,
  GUID: BESIDE_PERSON,
  BIC: BESIDE_PERSON,
  SEX: { find: 'beside-person', minScore: 0.75 },
  // They tell next to nothing, and an answer without them is a worse one.
  TITLE: { find: 'never', minScore: 0.5 },
  FAMILY: { find: 'never', minScore: 0.5 },
  NRP: BESIDE_PERSON,
  DIAGNOSIS: BESIDE_PERSON,
  MEDICATION: BESIDE_PERSON,
}

/**
 * What holds for a tenant: its own settings, then the default ones, then those shipped. Codenames are always found and
 * replaced.
 */
export function detectionOf(config: DetectionConfig, tenant: string): DetectionSettings {
  const own = ownOf(config, tenant)
  const entries = ENTITY_TYPES.map((type) => {
    if (type === 'CODENAME') return [type, { find: 'always', minScore: 0, replace: 'token' }] as const
    const { find, minScore, replace } = { ...config.default[type], ...own?.[type] }
    const { find: when, minScore: least, replace: how = 'token' } = SHIPPED[type] ?? USUAL
    return [type, { find: find ?? when, minScore: minScore ?? least, replace: replace ?? how }] as const
  })
  return Object.fromEntries(entries) as Record<EntityType, DetectionSetting>
}

/** Whether some dates of a tenant are moved by the days of their session. */
export function shiftsDates(config: DetectionConfig, tenant: string): boolean {
  const own = ownOf(config, tenant)
  return CHANGED.shift.some((type) => (own?.[type]?.replace ?? config.default[type]?.replace) === 'shift')
}

/**
 * The highest level of values that stay in the texts of a tenant when values were replaced: of types that are kept, and
 * 2 at least, because a name may have been missed.
 */
export function keptLevelOf(config: DetectionConfig, tenant: string): Level {
  const own = ownOf(config, tenant)
  const kept = ENTITY_TYPES.filter((type) => {
    const how = own?.[type]?.replace ?? config.default[type]?.replace ?? SHIPPED[type]?.replace
    return type !== 'CODENAME' && how !== undefined && how !== 'token'
  })
  // Types of a tenant's own have levels of their own.
  const levels = kept.map((type) => (type === 'CUSTOM' ? 7 : ENTITY_CLASSES[type].level))
  return levelSchema.parse(Math.max(2, ...levels))
}

/** Whether a caller of this tenant who may not see a value reads the name of its type, and not its token. */
export function isMaskedWhereHidden(config: DetectionConfig, tenant: string, type: EntityType): boolean {
  return (ownOf(config, tenant)?.[type]?.hidden ?? config.default[type]?.hidden) === 'mask'
}

function ownOf({ byTenant }: DetectionConfig, tenant: string) {
  return Object.hasOwn(byTenant, tenant) ? byTenant[tenant] : undefined
}
