import { openBlock, type RegisteredTerm } from '@sluice/codename-store'
import { SluiceError } from '@sluice/contracts'
import type { CodenameCounts, CodenamesRepository } from '@sluice/db'
import type { KeyRing } from '@sluice/token-vault'

/** Which terms are to be listed. */
export interface CodenameQuery {
  readonly tenant: string
  /** Whether the caller may see terms of a department; undefined stands for terms of none. */
  readonly mayRead: (department: string | undefined) => boolean
  /** Of this department only. */
  readonly department: string | undefined
  /** 1 to 1,000. */
  readonly limit: number
  /** The `next` of the page before. */
  readonly cursor: string | undefined
}

/** One page of what the caller may see, and how many terms that is altogether. */
export interface CodenamePage {
  readonly items: readonly RegisteredTerm[]
  readonly departments: Readonly<Record<string, number>>
  readonly total: number
  readonly next: string | undefined
}

type Outline = { readonly block: number; readonly terms: number; readonly counts: CodenameCounts }

interface Position {
  readonly block: number
  readonly index: number
}

/**
 * Lists the terms that a caller may see, block by block. Throws `invalid_request` for a cursor of another form,
 * `layer_failed` where a block cannot be opened, `dependency_unavailable`.
 */
export async function listCodenames(
  repository: Pick<CodenamesRepository, 'outline' | 'blocks'>,
  keyRing: KeyRing,
  query: CodenameQuery,
): Promise<CodenamePage> {
  const outline = await repository.outline(query.tenant)
  const departments = countDepartments(outline, query)
  const total = Object.values(departments).reduce((sum, count) => sum + count, 0)
  const from = positionOf(query.cursor)
  const items: RegisteredTerm[] = []
  for (const { block } of outline.filter((one) => one.block >= from.block && hasSome(one, departments))) {
    const [stored] = await repository.blocks(query.tenant, [block])
    if (stored === undefined) continue
    const terms = openBlock(keyRing, query.tenant, stored)
    for (const [index, term] of terms.entries()) {
      if (block === from.block && index < from.index) continue
      if (departments[term.department ?? ''] === undefined) continue
      if (items.length === query.limit) return { items, departments, total, next: `${block}.${index}` }
      items.push(term)
    }
  }
  return { items, departments, total, next: undefined }
}

/** The terms of each department that is to be listed; the empty name stands for terms of none. */
function countDepartments(outline: readonly Outline[], { mayRead, department }: CodenameQuery): Record<string, number> {
  const counts = new Map<string, number>()
  for (const one of outline) {
    for (const [name, terms] of Object.entries(one.counts.departments)) {
      if (department === undefined || department === name) counts.set(name, (counts.get(name) ?? 0) + terms)
    }
  }
  return Object.fromEntries([...counts].filter(([name]) => mayRead(name === '' ? undefined : name)))
}

function hasSome({ counts }: Outline, departments: Readonly<Record<string, number>>): boolean {
  return Object.keys(counts.departments).some((name) => Object.hasOwn(departments, name))
}

function positionOf(cursor: string | undefined): Position {
  if (cursor === undefined) return { block: 0, index: 0 }
  const [, block, index] = /^(\d{1,3})\.(\d{1,6})$/.exec(cursor) ?? []
  if (block === undefined || index === undefined) throw new SluiceError({ code: 'invalid_request', param: 'cursor' })
  return { block: Number(block), index: Number(index) }
}
