import { z } from 'zod'
import { categorySchema, type EntityType } from './entity.ts'
import { ENTITY_TYPES } from './entity-types.ts'
import { levelSchema } from './level.ts'

/** The check digits that a recognizer of configuration may ask for. */
export const CHECKSUMS = [
  'luhn',
  'verhoeff',
  'mod10-731',
  'mod11-weighted',
  'mod11-2',
  'mod11-10',
  'mod97-10',
  'iban',
] as const

export type Checksum = (typeof CHECKSUMS)[number]

const MAX_RECOGNIZERS = 100
const MAX_PATTERNS = 10
/** In UTF-16 code units. */
const MAX_PATTERN_LENGTH = 512
const MAX_PHRASE_LENGTH = 128
const MAX_CONTEXT_WORDS = 100
const MAX_DENY_WORDS = 10_000
/** How far a word may stand from a value, in UTF-16 code units. */
const MAX_REACH = 256

const score = z.number().min(0).max(1)
const reach = z.number().int().min(0).max(MAX_REACH)
const phrase = z.string().min(1).max(MAX_PHRASE_LENGTH)

/** Types that a recognizer may find: all but those that have their own way into the configuration. */
const namedTypeSchema = z
  .enum(ENTITY_TYPES)
  .refine((type): boolean => type !== 'CODENAME' && type !== 'CUSTOM', 'is no type that a recognizer can find')

/** A type of a tenant's own. Its tokens are `CUSTOM_NAME_...`. */
const ownTypeSchema = z.strictObject({
  name: z.string().regex(/^[A-Z][A-Z0-9]{1,15}$/, 'must be 2 to 16 of A-Z and 0-9, a letter first'),
  level: levelSchema,
  category: categorySchema.exclude(['CODENAME']).default('PII'),
})

const contextSchema = z.strictObject({
  words: z.array(phrase).min(1).max(MAX_CONTEXT_WORDS),
  /** How far before a value a word still counts, and how far behind it, in UTF-16 code units. */
  before: reach.default(60),
  behind: reach.default(24),
  score: score.default(0.9),
})

/** A recognizer that configuration adds to those that ship. */
const customRecognizerSchema = z
  .strictObject({
    name: z
      .string()
      .max(48)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case letters, digits and dashes'),
    type: z.union([namedTypeSchema, ownTypeSchema]),
    /** Whose texts it reads; those of all tenants where it is left out. */
    tenants: z.array(z.string().min(1).max(128)).min(1).max(1_000).optional(),
    /** In the syntax of RE2. The value is what the group `value` holds, or the whole match where there is none. */
    patterns: z.array(z.string().min(1).max(MAX_PATTERN_LENGTH)).max(MAX_PATTERNS).default([]),
    ignoreCase: z.boolean().default(false),
    checksum: z.enum(CHECKSUMS).optional(),
    /** Of a match without a word near it. */
    score: score.default(0.6),
    context: contextSchema.optional(),
    /** Words and phrases that are values by themselves. */
    denyWords: z.array(phrase).max(MAX_DENY_WORDS).default([]),
  })
  .refine(({ patterns, denyWords }) => patterns.length + denyWords.length > 0, 'has neither patterns nor denyWords')

export const customRecognizersSchema = z
  .array(customRecognizerSchema)
  .max(MAX_RECOGNIZERS)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'names a recognizer twice')
  .default([])

export type CustomRecognizer = z.output<typeof customRecognizerSchema>

/** The entity type of what a recognizer finds. */
export function entityOfCustom({ type }: Pick<CustomRecognizer, 'type'>): EntityType {
  return typeof type === 'string' ? type : 'CUSTOM'
}
