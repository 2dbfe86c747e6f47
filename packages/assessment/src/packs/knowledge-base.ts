import type { KnowledgeEntry, KnowledgeSource } from './knowledge-entry.ts'
import { loadPacks, type Pack, PackError } from './load-pack.ts'
import { plainName } from './plain-name.ts'

/** What is known of algorithms, from the built-in pack and those that were asked for. */
export interface KnowledgeBase {
  /** Of the built-in pack, whatever else is loaded: `1.0.0` (specification, section 9). */
  readonly version: string
  /** Name and version of each pack beside the built-in one: `extended 1.0.0`. */
  readonly otherPacks: readonly string[]
  /** The built-in one first. */
  readonly packs: readonly Pack[]
  readonly entries: readonly KnowledgeEntry[]
  /** The entry for a name as a scanner reports it; case and punctuation do not count. */
  readonly find: (algorithm: string) => KnowledgeEntry | undefined
  readonly sources: ReadonlyMap<string, KnowledgeSource>
}

interface KnowledgeOptions {
  /** Packs beside the built-in one: the name of a shipped one (`extended`) or the path of a folder. */
  readonly packs?: readonly string[]
}

/**
 * Reads the built-in pack (RSA, ECDSA, ECDH, AES) and those asked for, all that belongs to them. Throws a `PackError`
 * for a pack that is missing, too large, malformed or in conflict with another.
 */
export async function loadKnowledge({ packs = [] }: KnowledgeOptions = {}): Promise<KnowledgeBase> {
  return knowledgeBaseOf(await loadPacks(packs))
}

/**
 * Joins packs. A pack adds algorithms and redefines none: nobody may declare RSA compliant by configuration. Throws a
 * `PackError` for a pack that does.
 */
function knowledgeBaseOf(packs: readonly Pack[]): KnowledgeBase {
  const byName = new Map<string, KnowledgeEntry>()
  const sources = new Map<string, KnowledgeSource>()
  for (const { path, sources: own, entries } of packs) {
    for (const [id, source] of Object.entries(own)) if (!sources.has(id)) sources.set(id, source)
    for (const entry of entries) {
      for (const name of [entry.algorithm, ...(entry.aliases ?? [])].map(plainName)) {
        const other = byName.get(name)
        if (other !== undefined && other !== entry) {
          throw new PackError('pack-refused', path, `${entry.algorithm} is known already, as ${other.algorithm}`)
        }
        byName.set(name, entry)
      }
    }
  }
  const [builtin, ...others] = packs
  return {
    version: builtin?.version ?? '0.0.0',
    otherPacks: others.map(({ pack, version }) => `${pack} ${version}`),
    packs,
    entries: packs.flatMap(({ entries }) => entries),
    find: (algorithm) => byName.get(plainName(algorithm)),
    sources,
  }
}
