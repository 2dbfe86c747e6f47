import { createHoldBack, type HoldBack, type Released, type SensitiveValue } from '@sluice/token-vault'
import type { DeltaTextKind } from '../../answer/index.ts'
import type { RestoredSize } from './restored-size.ts'

/** Gives the value that may stand in a token's place; undefined leaves the token. */
export type Reveal = (token: string) => SensitiveValue | undefined

/** One text of an answer while it grows. */
export class GrowingText {
  readonly #holdBack: HoldBack = createHoldBack()
  #isJson: boolean | undefined

  constructor(kind: DeltaTextKind) {
    if (kind === 'json') this.#isJson = true
  }

  /** Takes the next piece; with `last`, nothing is held back any longer. */
  take(piece: string, last: boolean): Released {
    this.#isJson ??= beginsLikeJson(piece)
    const released = this.#holdBack.push(piece)
    if (!last) return released
    const rest = this.#holdBack.flush()
    return { text: released.text + rest.text, tokens: released.tokens }
  }

  /**
   * The text with its tokens replaced, escaped where it stands inside JSON. Its size is counted before it is built:
   * throws as `size` does.
   */
  restore(released: Released, reveal: Reveal, size: RestoredSize): string {
    return restoreTokens(released, reveal, this.#isJson === true, size)
  }
}

/** Whether a text that begins like this is JSON; undefined while it is white space only. */
function beginsLikeJson(piece: string): boolean | undefined {
  const first = piece.trimStart().charAt(0)
  return first === '' ? undefined : first === '{' || first === '['
}

function restoreTokens({ text, tokens }: Released, reveal: Reveal, isJson: boolean, size: RestoredSize): string {
  let restored = ''
  let copied = 0
  for (const { token, start, end } of tokens) {
    const known = reveal(token)
    if (known === undefined) continue
    const value = isJson ? JSON.stringify(known.value).slice(1, -1) : known.value
    size.add(start - copied + value.length)
    restored += text.slice(copied, start) + value
    copied = end
  }
  size.add(text.length - copied)
  if (copied === 0) return text
  const whole = restored + text.slice(copied)
  size.grow(whole.length - text.length)
  return whole
}
