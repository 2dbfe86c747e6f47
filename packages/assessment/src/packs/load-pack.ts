import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type KnowledgePack, packSchema } from './knowledge-entry.ts'
import { type NamesFile, namesFileSchema, type RuleFile, ruleFileSchema } from './rule-format.ts'
import { type SettingRuleFile, settingRuleFileSchema } from './setting-rule-format.ts'
import { type TextRuleFile, textRuleFileSchema } from './text-rule-format.ts'

/** A pack that cannot be used; the message names the path of the file and the reason. */
export class PackError extends Error {
  readonly code: 'pack-not-found' | 'pack-refused'
  readonly path: string

  constructor(code: PackError['code'], path: string, reason: string, options?: { readonly cause?: unknown }) {
    super(`Knowledge pack ${path}: ${reason}`, options)
    this.name = 'PackError'
    this.code = code
    this.path = path
  }
}

/** One pack as its files say it: checked, and not yet indexed. Plain data, which can be sent to a thread. */
export interface Pack extends KnowledgePack {
  /** Of its entries.json. */
  readonly path: string
  /** What names in programs mean. */
  readonly names?: NamesFile
  /** What to look for in programs. */
  readonly rules: readonly RuleFile[]
  /** What to look for in languages that are looked at by text. */
  readonly textRules: readonly TextRuleFile[]
  /** What settings of programs mean. */
  readonly settingRules: readonly SettingRuleFile[]
}

const SHIPPED_FOLDER = fileURLToPath(new URL('../../packs/', import.meta.url))
const SHIPPED_NAME = /^[a-z0-9][a-z0-9-]{0,31}$/
const MAX_PACKS = 32
const MAX_RULE_FILES = 1_000
const MAX_BYTES = { entries: 1_048_576, names: 4_194_304, rules: 4_194_304 }
const MAX_REASON_CHARS = 2_000

/**
 * Reads the built-in pack and those asked for, by id (`extended`) or by the path of a folder. A pack is a folder with
 * entries.json, names.json and rules/<language>/<library>.json; the last two may be missing. Throws a
 * `PackError` for what is not there (`pack-not-found`), and for what is too much, too long or not in the form that
 * knowledge-entry.ts, rule-format.ts and text-rule-format.ts give (`pack-refused`).
 */
export async function loadPacks(packs: readonly string[] = []): Promise<readonly Pack[]> {
  const wanted = [...new Set(packs)]
  if (wanted.length > MAX_PACKS) throw new PackError('pack-refused', '(all)', `more than ${MAX_PACKS} packs`)
  return await Promise.all(['builtin', ...wanted].map((pack) => loadPack(packFolder(pack))))
}

/** A bare name is looked up among the shipped packs; anything with a separator or a dot in it is a path. */
function packFolder(pack: string): string {
  return SHIPPED_NAME.test(pack) ? join(SHIPPED_FOLDER, pack) : resolve(pack)
}

async function loadPack(folder: string): Promise<Pack> {
  const path = join(folder, 'entries.json')
  const knowledge = await readChecked(path, () => packSchema, MAX_BYTES.entries)
  if (knowledge === undefined) throw new PackError('pack-not-found', path, 'is not there')
  const names = await readChecked(join(folder, 'names.json'), () => namesFileSchema, MAX_BYTES.names)
  const files = await ruleFilesIn(join(folder, 'rules'))
  const rules = await Promise.all(files.map((file) => readChecked(file, ruleSchemaOf, MAX_BYTES.rules)))
  return {
    ...knowledge,
    path,
    ...(names === undefined ? {} : { names }),
    rules: rules.flatMap((one) => (one === undefined || 'kind' in one ? [] : [one])),
    textRules: rules.flatMap((one) => (isOfKind(one, 'text') ? [one] : [])),
    settingRules: rules.flatMap((one) => (isOfKind(one, 'settings') ? [one] : [])),
  }
}

type AnyRuleFile = RuleFile | TextRuleFile | SettingRuleFile

const schemas = { text: textRuleFileSchema, settings: settingRuleFileSchema } as const
const fileOfKind = z.looseObject({ kind: z.enum(['text', 'settings']) })

function ruleSchemaOf(file: unknown): z.ZodType<AnyRuleFile> {
  const { data } = fileOfKind.safeParse(file)
  return data === undefined ? ruleFileSchema : schemas[data.kind]
}

function isOfKind<Kind extends keyof typeof schemas>(
  file: AnyRuleFile | undefined,
  kind: Kind,
): file is Extract<AnyRuleFile, { readonly kind: Kind }> {
  return file !== undefined && 'kind' in file && file.kind === kind
}

/** In the order of their paths, so that the same pack is always the same. */
async function ruleFilesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true }).catch((cause: unknown) => {
    if (isMissing(cause)) return []
    throw new PackError('pack-refused', folder, 'cannot be read', { cause })
  })
  const files = names.filter((name) => name.endsWith('.json')).sort()
  if (files.length > MAX_RULE_FILES)
    throw new PackError('pack-refused', folder, `has more than ${MAX_RULE_FILES} files`)
  return files.map((name) => join(folder, name))
}

/** The content of a file in its form; `undefined` where there is no file. */
async function readChecked<T>(
  path: string,
  schemaOf: (value: unknown) => z.ZodType<T>,
  maxBytes: number,
): Promise<T | undefined> {
  const text = await readBounded(path, maxBytes)
  if (text === undefined) return undefined
  const value = parseJson(path, text)
  const parsed = schemaOf(value).safeParse(value)
  if (parsed.success) return parsed.data
  throw new PackError('pack-refused', path, z.prettifyError(parsed.error).slice(0, MAX_REASON_CHARS))
}

async function readBounded(path: string, maxBytes: number): Promise<string | undefined> {
  const file = await openFile(path)
  if (file === undefined) return undefined
  try {
    const status = await file.stat()
    if (!status.isFile()) throw new PackError('pack-refused', path, 'is not a regular file')
    if (status.size > maxBytes) throw new PackError('pack-refused', path, `is longer than ${maxBytes} bytes`)
    const buffer = Buffer.alloc(status.size)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

async function openFile(path: string): Promise<FileHandle | undefined> {
  return await open(path, 'r').catch((cause: unknown) => {
    if (isMissing(cause)) return undefined
    throw new PackError('pack-refused', path, 'cannot be opened', { cause })
  })
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new PackError('pack-refused', path, 'is not JSON', { cause })
  }
}
