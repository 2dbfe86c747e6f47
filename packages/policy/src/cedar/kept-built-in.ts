import { readFileSync } from 'node:fs'
import type { PolicyJson, SchemaJson } from '@cedar-policy/cedar-wasm/nodejs'
import { z } from 'zod'
import { BUILT_IN_SOURCE, type ParsedBuiltIn, parseBuiltIn } from './parse-built-in.ts'

/** Where the build keeps what Cedar makes of the built-in texts; beside `src` there is none. */
export const KEPT_FILE = new URL('./built-in.json', import.meta.url)

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** What is inside is Cedar's: it refuses what it does not understand when it loads it. */
const keptSchema = z.object({
  source: z.literal(BUILT_IN_SOURCE),
  schema: z.custom<SchemaJson<string>>(isObject),
  policies: z.array(z.object({ text: z.string(), json: z.custom<PolicyJson>(isObject) })),
})

/** What the build keeps: what was parsed, and of what. */
export function serializeBuiltIn(parsed: ParsedBuiltIn): string {
  return JSON.stringify({ source: BUILT_IN_SOURCE, ...parsed })
}

/**
 * The built-in texts as Cedar parses them, which takes half a second of CPU. What the build has kept is used where it
 * was made of just these texts by this version of Cedar, and parsed anew where it was not or cannot be read.
 */
export function builtInFrom(file: URL): ParsedBuiltIn {
  return readKept(file) ?? parseBuiltIn()
}

function readKept(file: URL): ParsedBuiltIn | undefined {
  try {
    return keptSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
