import type { CodenameBlock } from '@sluice/db'
import type { KeyRing } from '@sluice/token-vault'
import { MAX_TERMS, type RegisteredTerm } from './registered-term.ts'
import { blockOfKey, openBlock, sealBlock, termsByKey } from './term-blocks.ts'

/** `add` also changes terms that are there; `replace` removes every other term; `remove` looks at the terms only. */
export const UPLOAD_MODES = ['add', 'replace', 'remove'] as const

export type UploadMode = (typeof UPLOAD_MODES)[number]

/** How many terms an upload has added, changed and removed, and how many there are then. */
export interface UploadCounts {
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly total: number
}

interface Upload {
  readonly tenant: string
  readonly mode: UploadMode
  readonly terms: ReadonlyMap<string, RegisteredTerm>
  readonly before: readonly CodenameBlock[]
  /** Of the blocks that are written. */
  readonly version: number
}

/** The blocks to write, and what that changes. */
interface Applied {
  readonly blocks: readonly CodenameBlock[]
  readonly counts: UploadCounts
}

/** Applies an upload to a tenant's blocks. Undefined where more terms would be stored than a tenant may have. */
export function applyUpload(keyRing: KeyRing, { tenant, mode, terms, before, version }: Upload): Applied | undefined {
  const byBlock = Map.groupBy(terms, ([key]) => blockOfKey(key))
  const known = new Map(before.map((block) => [block.block, block]))
  const touched = new Set(byBlock.keys())
  if (mode === 'replace') for (const block of known.keys()) touched.add(block)
  const tally = { added: 0, changed: 0, removed: 0 }
  let total = before.reduce((sum, block) => sum + block.terms, 0)
  const blocks: CodenameBlock[] = []
  for (const number of touched) {
    const stored = known.get(number)
    const old =
      stored === undefined ? new Map<string, RegisteredTerm>() : termsByKey(openBlock(keyRing, tenant, stored))
    const now = merged(old, byBlock.get(number) ?? [], mode)
    const changes = compare(old, now)
    if (changes.added + changes.changed + changes.removed === 0) continue
    tally.added += changes.added
    tally.changed += changes.changed
    tally.removed += changes.removed
    total += now.size - old.size
    blocks.push(sealBlock(keyRing, tenant, { block: number, version }, [...now.values()]))
  }
  return total > MAX_TERMS ? undefined : { blocks, counts: { ...tally, total } }
}

type Entry = readonly [key: string, term: RegisteredTerm]

function merged(
  old: ReadonlyMap<string, RegisteredTerm>,
  uploaded: readonly Entry[],
  mode: UploadMode,
): ReadonlyMap<string, RegisteredTerm> {
  const now = mode === 'replace' ? new Map<string, RegisteredTerm>() : new Map(old)
  for (const [key, term] of uploaded) {
    if (mode === 'remove') now.delete(key)
    else now.set(key, term)
  }
  return now
}

function compare(old: ReadonlyMap<string, RegisteredTerm>, now: ReadonlyMap<string, RegisteredTerm>) {
  const counts = { added: 0, changed: 0, removed: 0 }
  for (const [key, term] of now) {
    const before = old.get(key)
    if (before === undefined) counts.added += 1
    else if (JSON.stringify(before) !== JSON.stringify(term)) counts.changed += 1
  }
  for (const key of old.keys()) if (!now.has(key)) counts.removed += 1
  return counts
}
