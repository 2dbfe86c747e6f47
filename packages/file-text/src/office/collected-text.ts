import { FILE_LIMITS, UnreadFile } from '../bounds.ts'

/** Gathers what a file says, within `FILE_LIMITS.text`. Lines beside the text and names count once. */
export class CollectedText {
  readonly #text: string[] = []
  readonly #aside = new Set<string>()
  readonly #names = new Set<string>()
  #length = 0

  /** @throws UnreadFile once there is too much text, as the others do. */
  addText(text: string): void {
    this.#add(text)
    this.#text.push(text)
  }

  addAside(line: string): void {
    const trimmed = line.trim()
    if (trimmed === '' || this.#aside.has(trimmed)) return
    this.#add(trimmed)
    this.#aside.add(trimmed)
  }

  addName(name: string): void {
    if (name.length < SHORTEST_NAME || this.#names.has(name)) return
    this.#add(name)
    this.#names.add(name)
  }

  all(): { readonly text: string; readonly aside: string; readonly names: string } {
    return { text: this.#text.join(''), aside: [...this.#aside].join('\n'), names: [...this.#names].join('\n') }
  }

  #add(text: string): void {
    this.#length += text.length + 1
    if (this.#length > FILE_LIMITS.text) throw new UnreadFile('Too much text.')
  }
}

/** No codename and no number is shorter. */
const SHORTEST_NAME = 3
