import { foldForValues } from '@sluice/text-folding'
import { matchesOf } from '../recognizer.ts'

interface Node<Owner> {
  readonly next: Map<string, Node<Owner>>
  /** Whose phrases end here. */
  readonly owners: Owner[]
}

/** A phrase has at most so many words. */
const MAX_WORDS = 16
/** What may stand between two words of a phrase, in code units. */
const MAX_GAP = 3

const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** Between two words, one of these is as good as another. */
const SEPARATORS = /[\s_.-]/g

/** Where a phrase stands, in code units, and whose it is. */
interface DeniedPlace<Owner> {
  readonly start: number
  readonly end: number
  readonly owners: readonly Owner[]
}

/**
 * Phrases of which each is a value by itself, found in one look at a text whatever their number. Letter case does not
 * count, nor which of space, line break, `-`, `_` and `.` stands between two words; other signs do.
 */
export class DenyWords<Owner> {
  readonly #root: Node<Owner> = { next: new Map(), owners: [] }

  /** @throws RangeError for a phrase that does not begin and end with a letter or digit, or has more than 16 words. */
  add(phrase: string, owner: Owner): void {
    const { text } = foldForValues(phrase, false)
    const found = matchesOf(text, WORD)
    const last = found.at(-1)
    if (found[0]?.index !== 0 || last === undefined || last.index + last[0].length !== text.length)
      throw new RangeError('it must begin and end with a letter or digit')
    if (found.length > MAX_WORDS) throw new RangeError(`it has more than ${MAX_WORDS} words`)
    let node = this.#root
    for (const [at] of found.entries()) {
      const step = stepAt(text, found, at)
      const next: Node<Owner> = node.next.get(step) ?? { next: new Map(), owners: [] }
      node.next.set(step, next)
      node = next
    }
    if (!node.owners.includes(owner)) node.owners.push(owner)
  }

  get isEmpty(): boolean {
    return this.#root.next.size === 0
  }

  /** The longest phrase at each place, disjoint and in order. Linear. */
  find(text: string): readonly DeniedPlace<Owner>[] {
    const places: DeniedPlace<Owner>[] = []
    const words = matchesOf(text, WORD)
    let covered = 0
    for (const [at, { index: start, 0: word }] of words.entries()) {
      let node = start < covered ? undefined : this.#root.next.get(word.toLowerCase())
      for (let next = at; node !== undefined; ) {
        const last = words[next]
        const end = (last?.index ?? 0) + (last?.[0].length ?? 0)
        // A longer phrase that begins here takes the place of a shorter one.
        if (node.owners.length > 0) {
          if (places.at(-1)?.start === start) places.pop()
          places.push({ start, end, owners: node.owners })
          covered = end
        }
        next += 1
        node = node.next.get(stepAt(text, words, next))
      }
    }
    return places
  }
}

/** A word with the signs before it that count; none where it stands too far from the word before. */
function stepAt(text: string, words: readonly RegExpExecArray[], at: number): string {
  const [word, before] = [words[at], words[at - 1]]
  if (word === undefined) return ''
  if (before === undefined) return word[0].toLowerCase()
  const from = before.index + before[0].length
  if (word.index - from > MAX_GAP) return ''
  return `${text.slice(from, word.index).replace(SEPARATORS, '')}${word[0].toLowerCase()}`
}
