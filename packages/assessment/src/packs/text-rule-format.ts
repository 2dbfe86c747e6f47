import { z } from 'zod'
import { ROLES } from '../model/detection.ts'
import { OTHER_LANGUAGES } from '../walk/other-languages.ts'
import { MAX_GAPS, PATTERN_NAMES, placeholdersOf } from './line-pattern.ts'

/*
 * Rules for languages that no reader understands: patterns over the text of a file without its comments. What they find
 * has low confidence. `packages/assessment/packs/README.md` explains them with examples.
 */

/** A pattern must not start with what fits everywhere, nor have so many gaps that looking takes long. */
const pattern = z
  .string()
  .min(3)
  .max(400)
  .refine((text) => /^(?!\.\.\.)(?:[\w:@'$.|-]|\{[^{}=|]+\|)/.test(text), 'must start with a word')
  .refine((text) => text.split('...').length - 1 <= MAX_GAPS, `must not have more than ${MAX_GAPS} gaps`)
  .refine(
    (text) => placeholdersOf(text).every((name) => PATTERN_NAMES.some((one) => one === name)),
    `may name in braces only ${PATTERN_NAMES.join(', ')}, and alternatives such as {a|b}`,
  )

/** Of `walk/other-languages.ts`. */
const textLanguage = z
  .string()
  .refine(
    (name) => OTHER_LANGUAGES.some((one) => one.name === name && one.text !== undefined),
    'must be a language that is looked at by text',
  )

const textRule = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9./+-]{0,79}$/),
  /** What stands on the line; see `line-pattern.ts`. */
  text: z.array(pattern).min(1).max(60),
  /** A family, or a name that names.json knows; where it is absent, the pattern has `{algorithm}`. */
  algorithm: z.string().max(80).optional(),
  role: z.enum(ROLES).optional(),
  parameters: z
    .strictObject({
      keySize: z.number().int().positive().optional(),
      curve: z.string().max(80).optional(),
      mode: z.string().max(80).optional(),
      padding: z.string().max(80).optional(),
      hash: z.string().max(80).optional(),
    })
    .optional(),
})
export type TextRule = z.infer<typeof textRule>

export const textRuleFileSchema = z.strictObject({
  kind: z.literal('text'),
  language: z.union([textLanguage, z.array(textLanguage).min(1)]),
  library: z.string().max(60),
  /** Where the library is documented. */
  source: z.url({ protocol: /^https?$/ }).max(300),
  /** The release with which every name of the file was compared; null as long as nothing did. */
  checkedAgainst: z.strictObject({ package: z.string().max(200), version: z.string().max(80) }).nullable(),
  /** A file is looked at where one of these stands in it; case does not count. */
  keywords: z.array(z.string().min(2).max(80)).min(1).max(200),
  rules: z
    .array(textRule)
    .max(500)
    .refine(
      (rules) =>
        rules.every(
          ({ algorithm, text }) =>
            algorithm !== undefined || text.every((one) => placeholdersOf(one).includes('algorithm')),
        ),
      'each rule must have an algorithm, or each pattern {algorithm}',
    ),
})
export type TextRuleFile = z.infer<typeof textRuleFileSchema>
