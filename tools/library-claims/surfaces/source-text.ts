import type { Look, Signature } from '../surface.ts'
import { splitAtCommas, withinBrackets } from './parameter-list.ts'

/**
 * Declarations in source text, found by the words before a name. No parser of the language is needed to learn whether a
 * function of a name exists and how many parameters it has; what stands in comments is taken out before.
 */
export class SourceText {
  readonly #text: string

  constructor(text: string) {
    this.#text = text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/\/\/[^\n]*/g, ' ')
  }

  /** Whether a pattern with one name in it occurs. */
  has(pattern: RegExp): boolean {
    return pattern.test(this.#text)
  }

  /** The parameter lists behind each match of a pattern, which ends before the bracket. */
  lists(pattern: RegExp): readonly string[] {
    return [...this.#text.matchAll(pattern)].flatMap((match) => {
      const open = match.index + match[0].length
      return this.#text[open] === '(' ? (withinBrackets(this.#text, open) ?? []) : []
    })
  }
}

/** A look at functions with these lists of parameters; `missing` where there are none. */
export function lookAt(lists: readonly string[], read: (list: string) => Signature): Look {
  return lists.length === 0 ? { is: 'missing' } : { is: 'declared', signatures: lists.map(read) }
}

/** Parameters of which only the names before their types are of use. */
export function namesFirst(list: string, isSelf: (part: string) => boolean): Signature {
  const parts = splitAtCommas(list).filter((part) => !isSelf(part))
  const parameters = parts.map((part) => ({ name: /^(?:mut )?(\w+)/.exec(part)?.[1] ?? '', type: part }))
  return { parameters, takesMore: parts.at(-1)?.includes('...') === true }
}

/** For a pattern: a name as it is written. */
export function quoted(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
