import { z } from 'zod'

import { ROLES } from '../model/detection.ts'
import { READ_LANGUAGES } from '../model/languages.ts'
import { expandRule, faultOfCaptures } from './expand-rule.ts'
import { ruleSchema } from './rule-schema.ts'

export const ruleFileSchema = z.strictObject({
  /** One language, or several that share a library (`["java", "kotlin"]`). */
  language: z.union([z.enum(READ_LANGUAGES), z.array(z.enum(READ_LANGUAGES)).min(1)]),
  library: z.string().max(60),
  /** Where the library is documented: what a reader compares the names and argument places with. */
  source: z.url({ protocol: /^https?$/ }).max(300),
  /** The release whose own declarations have all names and places of the file; `null`: nothing compared them. */
  checkedAgainst: z.strictObject({ package: z.string().max(200), version: z.string().max(80) }).nullable(),
  /** A file of the language is parsed where one of these stands in it; case does not count. */
  keywords: z.array(z.string().min(2).max(80)).max(200),
  /** Types that have all that another has: `{"a.Sub": "a.Base"}`. */
  subtypes: z.record(z.string(), z.string()).optional(),
  /** Names that stand for others: `{"node:crypto": "crypto"}`. */
  aliases: z.record(z.string(), z.string()).optional(),
  /** Types lie within types, as in Swift: a type's last name alone is too little to go by where no import tells it. */
  nested: z.literal(true).optional(),
  /** Names that need no import: `crypto` in a browser. */
  globals: z.array(z.string()).max(100).optional(),
  rules: z
    .array(
      ruleSchema.superRefine((rule, context) => {
        const message = faultOfCaptures(rule)
        if (message !== undefined) context.addIssue({ code: 'custom', message, path: ['call'] })
      }),
    )
    .max(2_000)
    .transform((rules) => rules.flatMap(expandRule)),
})
export type RuleFile = z.infer<typeof ruleFileSchema>

const description = z.strictObject({
  algorithm: z.string().optional(),
  algorithms: z.array(z.string()).optional(),
  role: z.enum(ROLES).optional(),
  keySize: z.number().optional(),
  curve: z.string().optional(),
  mode: z.string().optional(),
  padding: z.string().optional(),
  hash: z.string().optional(),
  parameterSet: z.string().optional(),
  protocol: z.string().optional(),
})
export type NameDescription = z.infer<typeof description>

/** What names mean, as programs and settings write them. Case does not count, nor do `-`, `_`, `.` and blanks. */
export const namesFileSchema = z.strictObject({
  /** Whole names that say more than their parts: `RS256`, `1.2.840.113549.1.1.1`, `prime256v1`. */
  whole: z.record(z.string(), description),
  /** Parts of names: `AES` in `AES/GCM/NoPadding`. A number right behind counts as a size where `sized` says so. */
  parts: z.record(
    z.string(),
    description.extend({
      sized: z.boolean().optional(),
      /** A cipher takes the mode and the padding from among its neighbours. */
      cipher: z.boolean().optional(),
      /** Counts only where no other algorithm stands beside it: HMAC within PBKDF2. */
      alone: z.boolean().optional(),
    }),
  ),
})
export type NamesFile = z.infer<typeof namesFileSchema>
