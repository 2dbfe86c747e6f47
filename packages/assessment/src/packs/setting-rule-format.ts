import { z } from 'zod'
import { CONFIDENCES, ROLES } from '../model/detection.ts'

/*
 * Rules for settings of programs: which names they have, and how their values are read.
 * `packages/assessment/packs/README.md` explains them with examples.
 */

const MAX_OPTIONAL = 12

/**
 * Part of the language of regular expressions: letters, digits, `(?:a|b)`, `?`, `^`, `$`, `\.`, `\d{1,5}`. Nothing in
 * it repeats without end, so that the time for a name is bounded.
 */
const pattern = z
  .string()
  .min(2)
  .max(400)
  .regex(
    /^(?:[a-z0-9_^$|?)-]|\(\?:|\\\.|\\d\{1,5\})+$/,
    'must have letters, digits and (?:a|b) ? ^ $ \\. \\d{1,5} only',
  )
  .refine(canCompile, 'must be a regular expression')
  .refine(
    (text) => text.replaceAll('(?:', '').split('?').length - 1 <= MAX_OPTIONAL,
    `must not have more than ${MAX_OPTIONAL} parts that may be absent`,
  )

function canCompile(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}

/** How a value is read; `keys-and-config/settings/readings.ts` has a function for each. */
const READINGS = [
  'aesMode',
  'cipherList',
  'groups',
  'hmacHash',
  'hmacNames',
  'keyAlgorithm',
  'keySize',
  'likelyCipherList',
  'machineKey',
  'names',
  'proposals',
  'signatures',
  'sizes',
  'sshHostKey',
  'sshList',
  'wireGuardKey',
] as const

const settingRule = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9./+-]{0,79}$/),
  /** The setting's last name: small letters, without `-`, `_` and blanks. */
  name: pattern,
  /** What must stand before it, with dots between. */
  within: pattern.optional(),
  /** The file's name, small letters. */
  file: pattern.optional(),
  confidence: z.enum(CONFIDENCES).optional(),
  reading: z.enum(READINGS),
  role: z.enum(ROLES).optional(),
  /** The family of a size. */
  algorithm: z.string().max(80).optional(),
  /** Not read where one of these settings stands beside it, which then says it. */
  unlessBeside: z.array(z.string().max(80)).max(8).optional(),
})
export type SettingRule = z.infer<typeof settingRule>

export const settingRuleFileSchema = z.strictObject({
  kind: z.literal('settings'),
  library: z.string().max(60),
  /** Where the settings are documented. */
  source: z.url({ protocol: /^https?$/ }).max(300),
  /** The release with which every name of the file was compared; null as long as nothing did. */
  checkedAgainst: z.strictObject({ package: z.string().max(200), version: z.string().max(80) }).nullable(),
  /** One of these stands in the name or the value of every setting of the file; case does not count. */
  keywords: z.array(z.string().min(2).max(80)).min(1).max(200),
  /** Settings that many programs name alike: asked after those of known programs. */
  isGeneral: z.literal(true).optional(),
  rules: z.array(settingRule).max(500),
})
export type SettingRuleFile = z.infer<typeof settingRuleFileSchema>
