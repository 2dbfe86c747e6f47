import { z } from 'zod'

/** A name as findings have it: `us-npi`. */
const nameSchema = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/)

const settingSchema = z.strictObject({
  /** Whether what it finds counts. */
  find: z.enum(['always', 'never']).optional(),
  /** Less sure findings, 0 to 1, are none; in place of what its types say. */
  minScore: z.number().min(0).max(1).optional(),
})

const settingsSchema = z.record(nameSchema, settingSchema)

/** What counts of the findings of single recognizers, by their names; a tenant's own go before the default ones. */
export const recognizerSettingsSchema = z
  .strictObject({
    default: settingsSchema.default({}),
    byTenant: z.record(z.string().min(1).max(128), settingsSchema).default({}),
  })
  .default({ default: {}, byTenant: {} })

type RecognizerConfig = z.output<typeof recognizerSettingsSchema>

/** How findings of one recognizer count. */
export type RecognizerSetting = z.output<typeof settingSchema>

/** What holds for a tenant, by the name of the recognizer and member by member; empty where nothing is set. */
export function recognizerSettingsOf(
  { default: usual, byTenant }: RecognizerConfig,
  tenant: string,
): ReadonlyMap<string, RecognizerSetting> {
  const own = Object.hasOwn(byTenant, tenant) ? (byTenant[tenant] ?? {}) : {}
  const names = new Set([...Object.keys(usual), ...Object.keys(own)])
  return new Map(Array.from(names, (name) => [name, { ...usual[name], ...own[name] }]))
}

/** Every name that a configuration sets something for, once. */
export function recognizersNamedIn({ default: usual, byTenant }: RecognizerConfig): readonly string[] {
  return [...new Set([usual, ...Object.values(byTenant)].flatMap((settings) => Object.keys(settings)))]
}
