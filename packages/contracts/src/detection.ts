import { z } from 'zod'
import { customRecognizersSchema } from './custom-recognizer.ts'
import { ENTITY_TYPES, type EntityType, entityTypeSchema } from './entity.ts'

/** When values of a type are found: always, only beside a person, or never. */
const whenFoundSchema = z.enum(['always', 'beside-person', 'never'])

const score = z.number().min(0).max(1)

/** What becomes of a value: it gets a token, or it is only counted and goes on as it is. */
const replacementSchema = z.enum(['token', 'keep'])

const settingSchema = z.strictObject({
  find: whenFoundSchema.optional(),
  minScore: score.optional(),
  replace: replacementSchema.optional(),
})

const settingsSchema = z.partialRecord(entityTypeSchema, settingSchema)

/**
 * A tenant may have settings of its own, in place of the default ones of the same type. `recognizers` are added to
 * those that ship.
 */
export const detectionSchema = z.strictObject({
  default: settingsSchema.default({}),
  byTenant: z.record(z.string().min(1).max(128), settingsSchema).default({}),
  recognizers: customRecognizersSchema,
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
  const own = Object.hasOwn(config.byTenant, tenant) ? config.byTenant[tenant] : undefined
  const entries = ENTITY_TYPES.map((type) => {
    if (type === 'CODENAME') return [type, { find: 'always', minScore: 0, replace: 'token' }] as const
    const { find, minScore, replace } = { ...config.default[type], ...own?.[type] }
    const { find: when, minScore: least, replace: how = 'token' } = SHIPPED[type] ?? USUAL
    return [type, { find: find ?? when, minScore: minScore ?? least, replace: replace ?? how }] as const
  })
  return Object.fromEntries(entries) as Record<EntityType, DetectionSetting>
}
