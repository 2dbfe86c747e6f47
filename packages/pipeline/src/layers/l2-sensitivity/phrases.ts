/** The words of a list with white space between them. */
export function words(list: string): readonly string[] {
  return list.split(/\s+/).filter((word) => word !== '')
}

/** The phrases of a list with a bar or a line break between them. */
export function phrases(list: string): readonly string[] {
  return list
    .split(/[|\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
}

/** Source of a regular expression for a phrase: every character stands for itself. */
export function phrase(written: string): string {
  return written.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/** Source of a regular expression for any of some phrases; for none of them, where the list is empty. */
export function anyOf(list: readonly string[]): string {
  return list.length === 0 ? '(?!)' : `(?:${list.map(phrase).join('|')})`
}

/** Source of a regular expression for one of some characters. */
export function oneOf(characters: readonly string[]): string {
  return `[${characters.join('').replace(/[\\\]^-]/g, '\\$&')}]`
}

/** Looks whether a text ends in one of many phrases, in the time that a few take. */
export class PhraseEndings {
  readonly #byLastUnit = new Map<number, string[]>()
  readonly #inWord: RegExp

  /** No phrase begins right behind a character of `inWord`. */
  constructor(list: readonly string[], inWord = /[\p{L}\p{N}_]/u) {
    this.#inWord = inWord
    for (const phrase of list) {
      const last = phrase.charCodeAt(phrase.length - 1)
      this.#byLastUnit.set(last, [...(this.#byLastUnit.get(last) ?? []), phrase])
    }
  }

  /** Whether a phrase ends at that place, and begins where a word begins. */
  endAt(text: string, end: number): boolean {
    const candidates = this.#byLastUnit.get(text.charCodeAt(end - 1))
    return candidates?.some((phrase) => text.endsWith(phrase, end) && this.#isFree(text, end - phrase.length)) === true
  }

  #isFree(text: string, at: number): boolean {
    return at <= 0 || !this.#inWord.test(text.charAt(at - 1))
  }
}
