import { faultOfTerm } from '@sluice/codenames'
import { type Level, levelSchema } from '@sluice/contracts'
import { isReplacement } from '@sluice/token-vault'
import { z } from 'zod'

/** Terms of one tenant, and of one upload. */
export const MAX_TERMS = 200_000
const MAX_ALIASES = 20
const MAX_NAME = 200

/** A class of codenames, by its configured name or as a level. */
const className = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be a level, or small letters, digits and dashes')

const name = z.string().superRefine((text, context) => {
  const fault = text.length > MAX_NAME ? `is longer than ${MAX_NAME} characters` : faultOfTerm(text)
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
})

/** One codename as it is uploaded and stored. */
export const registeredTermSchema = z.strictObject({
  term: name,
  /** Other names of the same thing. Each comes back as it was written. */
  aliases: z.array(name).max(MAX_ALIASES).default([]),
  class: z.union([levelSchema.transform(String), className]).exactOptional(),
  department: z.string().min(1).max(128).exactOptional(),
  /** What stands between the type and the id of its tokens. */
  replacement: z.string().refine(isReplacement, 'must be 2 to 16 of A-Z and 0-9, a letter first').exactOptional(),
})

export type RegisteredTerm = z.output<typeof registeredTermSchema>

/** The names of classes, and the level of each. */
export type CodenameClasses = Readonly<Record<string, Level>>

/** The level of terms without a class. */
export const DEFAULT_LEVEL: Level = 7

/** The level of a class; undefined for a name that is not configured. */
export function levelOfClass(name: string | undefined, classes: CodenameClasses): Level | undefined {
  if (name === undefined) return DEFAULT_LEVEL
  if (Object.hasOwn(classes, name)) return classes[name]
  const level = /^\d$/.test(name) ? levelSchema.safeParse(Number(name)) : undefined
  return level?.success ? level.data : undefined
}
