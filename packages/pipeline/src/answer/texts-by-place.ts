import { SluiceError } from '@sluice/contracts'

/** Texts that one answer may have: choices times fields and tool calls. */
const MAX_TEXTS = 4_096

/** Keeps something for each text of an answer, by choice and by path. */
export class TextsByPlace<T> {
  readonly #choices = new Map<number, Map<string, T>>()
  #count = 0

  /** What is kept for a text; made by `create` the first time. Throws `layer_failed` beyond 4,096 texts. */
  at(choice: number, path: string, create: () => T): T {
    const texts = this.#choices.get(choice) ?? new Map<string, T>()
    this.#choices.set(choice, texts)
    const known = texts.get(path)
    if (known !== undefined) return known
    this.#count += 1
    if (this.#count > MAX_TEXTS) throw new SluiceError('layer_failed', { cause: new Error('Too many texts.') })
    const created = create()
    texts.set(path, created)
    return created
  }

  /** The choices that have texts, in the order of their first one. */
  choices(): readonly number[] {
    return [...this.#choices.keys()]
  }

  /** What is kept for one choice, by path. */
  of(choice: number): ReadonlyMap<string, T> {
    return this.#choices.get(choice) ?? new Map()
  }
}
