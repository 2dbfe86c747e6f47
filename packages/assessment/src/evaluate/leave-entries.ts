import type { Expression } from '../parse/ir.ts'
import type { CallSite } from './call-site.ts'
import type { FileState } from './file-state.ts'

/** What is handed to a library's call, that call's own rules speak of. */
export function leaveEntries(state: FileState, { call }: CallSite): void {
  if (!state.isReporting || call === undefined) return
  for (const { value } of call.args) leaveEntriesOf(state, value, 0)
}

const MAX_DEPTH = 4

function leaveEntriesOf(state: FileState, e: Expression, depth: number): void {
  if (depth > MAX_DEPTH) return
  if (e.k === 'list') for (const item of e.items) leaveEntriesOf(state, item, depth + 1)
  if (e.k !== 'map') return
  for (const { key, value, at } of e.entries) {
    leaveEntriesOf(state, value, depth + 1)
    if (key.k !== 'str' || at === undefined) continue
    for (const { indexed } of state.rules.ofEntry(key.v)) state.retract(at, indexed.id)
  }
}
