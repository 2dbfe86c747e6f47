import { keyOfTerm } from '@sluice/codenames'
import type { CodenameBlock, CodenameCounts } from '@sluice/db'
import type { KeyRing } from '@sluice/token-vault'
import { z } from 'zod'
import type { RegisteredTerm } from './registered-term.ts'

/** 200,000 terms make blocks of about 800. */
const BLOCKS = 256

/** The form of what was sealed. The seal says that it was an upload once, whose terms were checked then. */
const storedSchema: z.ZodType<RegisteredTerm[]> = z.array(
  z.strictObject({
    term: z.string(),
    aliases: z.array(z.string()),
    class: z.string().exactOptional(),
    department: z.string().exactOptional(),
    replacement: z.string().exactOptional(),
  }),
)

/** The block that a term lies in, by its key. FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/). */
export function blockOfKey(key: string): number {
  let hash = 0x811c_9dc5
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x0100_0193)
  return ((hash ^ (hash >>> 16)) >>> 0) % BLOCKS
}

/** The terms of a block. Throws `layer_failed` where the block was sealed for another place. */
export function openBlock(keyRing: KeyRing, tenant: string, block: SealedBlock): RegisteredTerm[] {
  return storedSchema.parse(JSON.parse(keyRing.open({ purpose: 'codenames', tenant }, block.sealed, boundTo(block))))
}

/** The same by their keys, which takes longer than to open them. */
export function termsByKey(terms: readonly RegisteredTerm[]): Map<string, RegisteredTerm> {
  return new Map(terms.map((term) => [keyOfTerm(term.term), term]))
}

/** Seals the terms of a block, bound to its place and version. */
export function sealBlock(
  keyRing: KeyRing,
  tenant: string,
  { block, version }: Omit<SealedBlock, 'sealed'>,
  terms: readonly RegisteredTerm[],
): CodenameBlock {
  const sealed = keyRing.seal({ purpose: 'codenames', tenant }, JSON.stringify(terms), boundTo({ block, version }))
  return { block, version, sealed, terms: terms.length, counts: countsOf(terms) }
}

type SealedBlock = Pick<CodenameBlock, 'block' | 'version' | 'sealed'>

function boundTo({ block, version }: Omit<SealedBlock, 'sealed'>): string {
  return JSON.stringify(['codename block', block, version])
}

function countsOf(terms: readonly RegisteredTerm[]): CodenameCounts {
  const count = (nameOf: (term: RegisteredTerm) => string | undefined) =>
    Object.fromEntries(
      Array.from(
        Map.groupBy(terms, (term) => nameOf(term) ?? ''),
        ([key, all]) => [key, all.length],
      ),
    )
  return { departments: count(({ department }) => department), classes: count((term) => term.class) }
}
