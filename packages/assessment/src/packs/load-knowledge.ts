import { open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type KnowledgeEntry, type KnowledgePack, type KnowledgeSource, packSchema } from './knowledge-entry.ts'
import { plainName } from './plain-name.ts'

/** What is known of algorithms, from the built-in pack and those that were asked for. */
export interface KnowledgeBase {
  /** `1.0.0` of the built-in pack; others are named behind a plus: `1.0.0+extended.1.0.0` (semver.org, item 10). */
  readonly version: string
  readonly packs: readonly { readonly id: string; readonly version: string; readonly title: string }[]
  readonly entries: readonly KnowledgeEntry[]
  /** The entry for a name as a scanner reports it; case and punctuation do not count. */
  readonly find: (algorithm: string) => KnowledgeEntry | undefined
  readonly sources: ReadonlyMap<string, KnowledgeSource>
}

/** A pack that cannot be used; the message names its path and the reason. */
export class KnowledgeError extends Error {
  readonly code: 'pack-not-found' | 'pack-refused'
  readonly path: string

  constructor(code: KnowledgeError['code'], path: string, reason: string, options?: { readonly cause?: unknown }) {
    super(`Knowledge pack ${path}: ${reason}`, options)
    this.name = 'KnowledgeError'
    this.code = code
    this.path = path
  }
}

export interface KnowledgeOptions {
  /**
   * Packs beside the built-in one: the name of a shipped one (`extended`) or the path of a folder with entries.json.
   */
  readonly packs?: readonly string[]
}

const shippedFolder = fileURLToPath(new URL('../../packs/', import.meta.url))
const SHIPPED_NAME = /^[a-z0-9][a-z0-9-]{0,31}$/
const MAX_PACKS = 32
const MAX_PACK_BYTES = 1_048_576

/**
 * Reads the built-in entries (RSA, ECDSA, ECDH, AES) and the packs asked for. A pack adds algorithms and redefines
 * none: nobody may declare RSA compliant by configuration. Throws a `KnowledgeError` for a pack that is missing, too
 * large, malformed or in conflict with another.
 */
export async function loadKnowledge({ packs = [] }: KnowledgeOptions = {}): Promise<KnowledgeBase> {
  const wanted = [...new Set(packs)]
  if (wanted.length > MAX_PACKS) throw new KnowledgeError('pack-refused', '(all)', `more than ${MAX_PACKS} packs`)
  const loaded: { readonly path: string; readonly pack: KnowledgePack }[] = []
  for (const folder of [join(shippedFolder, 'builtin'), ...wanted.map(packFolder)]) {
    const path = join(folder, 'entries.json')
    loaded.push({ path, pack: await readPack(path) })
  }
  return joinPacks(loaded)
}

/** A bare name is looked up among the shipped packs; anything with a separator or a dot in it is a path. */
export function packFolder(pack: string): string {
  return SHIPPED_NAME.test(pack) ? join(shippedFolder, pack) : resolve(pack)
}

async function readPack(path: string): Promise<KnowledgePack> {
  const parsed = packSchema.safeParse(parseJson(path, await readBounded(path)))
  if (parsed.success) return parsed.data
  throw new KnowledgeError('pack-refused', path, z.prettifyError(parsed.error).slice(0, 2_000))
}

async function readBounded(path: string): Promise<string> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new KnowledgeError('pack-not-found', path, 'cannot be opened', { cause })
  })
  try {
    const status = await file.stat()
    if (!status.isFile()) throw new KnowledgeError('pack-refused', path, 'is not a regular file')
    const buffer = Buffer.alloc(MAX_PACK_BYTES + 1)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    if (bytesRead > MAX_PACK_BYTES) {
      throw new KnowledgeError('pack-refused', path, `is longer than ${MAX_PACK_BYTES} bytes`)
    }
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new KnowledgeError('pack-refused', path, 'is not JSON', { cause })
  }
}

function joinPacks(loaded: readonly { readonly path: string; readonly pack: KnowledgePack }[]): KnowledgeBase {
  const byName = new Map<string, KnowledgeEntry>()
  const sources = new Map<string, KnowledgeSource>()
  for (const { path, pack } of loaded) {
    for (const [id, source] of Object.entries(pack.sources)) if (!sources.has(id)) sources.set(id, source)
    for (const entry of pack.entries) {
      for (const name of [entry.algorithm, ...(entry.aliases ?? [])].map(plainName)) {
        const other = byName.get(name)
        if (other !== undefined && other !== entry) {
          throw new KnowledgeError('pack-refused', path, `${entry.algorithm} is known already, as ${other.algorithm}`)
        }
        byName.set(name, entry)
      }
    }
  }
  const [builtin, ...others] = loaded.map(({ pack }) => pack)
  const extra = others.map(({ pack, version }) => `${pack}.${version}`).join('.')
  return {
    version: `${builtin?.version ?? '0.0.0'}${extra === '' ? '' : `+${extra}`}`,
    packs: loaded.map(({ pack: { pack, version, title } }) => ({ id: pack, version, title })),
    entries: loaded.flatMap(({ pack }) => pack.entries),
    find: (algorithm) => byName.get(plainName(algorithm)),
    sources,
  }
}
