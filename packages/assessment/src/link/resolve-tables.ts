import type { OpenEntry, Value } from '../model/values.ts'
import { type Origin, type Resolved, type Resolving, textOf } from './resolved.ts'

/** What stands in a table under a key. */
export interface TableRow {
  readonly text: string
  readonly value: Value
}

const MAX_ROWS = 64

/**
 * The rows that calls add to a table: of `register(name, item)` what one call passes belongs together; of a decorator
 * `@register(name)` what is passed on one line.
 */
export function rowsOf(r: Resolving, open: readonly OpenEntry[], from: Origin): readonly TableRow[] {
  return open
    .flatMap(({ keys, values }) => {
      const names = r.all(keys, from)
      const items = r.all(values, from)
      return names.flatMap((name) => {
        const text = textOf(name.value)
        if (text === undefined) return []
        return items.filter((item) => belong(name, item)).map(({ value }) => ({ text, value }))
      })
    })
    .slice(0, MAX_ROWS)
}

function belong({ trail: [a] }: Resolved, { trail: [b] }: Resolved): boolean {
  return a === undefined || b === undefined || (a.file === b.file && a.of.place.line === b.of.place.line)
}
