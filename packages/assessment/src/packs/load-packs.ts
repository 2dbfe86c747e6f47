import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { LoadedPacks } from './prepare-knowledge.ts'
import { namesFileSchema, ruleFileSchema } from './rule-format.ts'

const SHIPPED_FOLDER = fileURLToPath(new URL('../../packs/', import.meta.url))
const SHIPPED_NAME = /^[a-z0-9][a-z0-9-]{0,31}$/
const MAX_FILE_BYTES = 4_194_304
const MAX_RULE_FILES = 1_000

/** A pack whose rules cannot be used; the message names the path and the reason. */
export class PackError extends Error {
  readonly path: string

  constructor(path: string, reason: string, options?: { readonly cause?: unknown }) {
    super(`Knowledge pack ${path}: ${reason}`, options)
    this.name = 'PackError'
    this.path = path
  }
}

/**
 * Reads the rules of the built-in pack and of those asked for, by id (`extended`) or path. A pack is a folder with
 * entries.json (its algorithm families), names.json and rules/<language>/<library>.json; the last two may be missing.
 * Throws a `PackError`.
 */
export async function loadPacks(packs: readonly string[] = []): Promise<LoadedPacks> {
  const folders = [...new Set(['builtin', ...packs])].map((pack) =>
    SHIPPED_NAME.test(pack) ? join(SHIPPED_FOLDER, pack) : resolve(pack),
  )
  const loaded = await Promise.all(folders.map(loadPack))
  return {
    families: loaded.flatMap(({ families }) => families),
    names: loaded.flatMap(({ names }) => names),
    rules: loaded.flatMap(({ rules }) => rules),
  }
}

const entriesSchema = z.looseObject({ entries: z.array(z.looseObject({ algorithm: z.string().max(80) })).max(2_000) })

async function loadPack(folder: string): Promise<LoadedPacks> {
  const entries = await readJson(join(folder, 'entries.json'), entriesSchema)
  if (entries === undefined) throw new PackError(folder, 'has no entries.json')
  const names = await readJson(join(folder, 'names.json'), namesFileSchema)
  const inside = await readdir(join(folder, 'rules'), { recursive: true }).catch(() => [])
  const files = inside.filter((name) => name.endsWith('.json')).sort()
  if (files.length > MAX_RULE_FILES) throw new PackError(folder, `has more than ${MAX_RULE_FILES} files of rules`)
  const rules = await Promise.all(files.map((name) => readJson(join(folder, 'rules', name), ruleFileSchema)))
  return {
    families: entries.entries.map(({ algorithm }) => algorithm),
    names: names === undefined ? [] : [names],
    rules: rules.filter((one) => one !== undefined),
  }
}

async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const status = await stat(path).catch(() => undefined)
  if (status === undefined) return undefined
  if (!status.isFile() || status.size > MAX_FILE_BYTES) throw new PackError(path, 'is not a file of a usable size')
  const parsed = schema.safeParse(parse(path, await readFile(path, 'utf8')))
  if (parsed.success) return parsed.data
  throw new PackError(path, z.prettifyError(parsed.error).slice(0, 2_000))
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new PackError(path, 'is not JSON', { cause })
  }
}
