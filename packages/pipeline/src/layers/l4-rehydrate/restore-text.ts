import { createHoldBack, type HoldBack, type Released, type SensitiveValue } from '@sluice/token-vault'
import type { DeltaTextKind } from '../../answer/index.ts'

/** Gives the value that may stand in a token's place; undefined leaves the token. */
export type Reveal = (token: string) => SensitiveValue | undefined

/** One text of an answer while it grows. */
export class GrowingText {
  readonly #holdBack: HoldBack = createHoldBack()
  readonly #kind: DeltaTextKind
  #isJson: boolean | undefined

  constructor(kind: DeltaTextKind) {
    this.#kind = kind
    if (kind === 'json') this.#isJson = true
  }

  /** Takes the next piece; with `last`, nothing is held back any longer. */
  take(piece: string, last: boolean): Released {
    this.#isJson ??= beginsLikeJson(piece)
    const released = this.#kind === 'whole' ? wholePiece(piece) : this.#holdBack.push(piece)
    if (!last) return released
    const rest = this.#holdBack.flush()
    return { text: released.text + rest.text, tokens: released.tokens }
  }

  /** The text with its tokens replaced, escaped where it stands inside JSON. */
  restore(released: Released, reveal: Reveal): string {
    return restoreTokens(released, reveal, this.#isJson === true)
  }
}

function wholePiece(piece: string): Released {
  const holdBack = createHoldBack()
  const { text, tokens } = holdBack.push(piece)
  return { text: text + holdBack.flush().text, tokens }
}

/** Whether a text that begins like this is JSON; undefined while it is white space only. */
function beginsLikeJson(piece: string): boolean | undefined {
  const first = piece.trimStart().charAt(0)
  return first === '' ? undefined : first === '{' || first === '['
}

function restoreTokens({ text, tokens }: Released, reveal: Reveal, isJson: boolean): string {
  let restored = ''
  let copied = 0
  for (const { token, start, end } of tokens) {
    const known = reveal(token)
    if (known === undefined) continue
    restored += text.slice(copied, start) + (isJson ? JSON.stringify(known.value).slice(1, -1) : known.value)
    copied = end
  }
  return copied === 0 ? text : restored + text.slice(copied)
}
