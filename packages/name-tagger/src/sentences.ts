import { MAX_TOKENS } from './sentence.ts'
import { LOOK, type Tokens } from './tokens.ts'

/** Where the sentence that begins with a token ends (exclusive), at most `MAX_TOKENS` further. */
export function sentenceEnd(text: string, tokens: Tokens, from: number): number {
  const limit = Math.min(tokens.count, from + MAX_TOKENS)
  for (let i = from; i < limit; i += 1) {
    if (tokens.looks[i] === LOOK.lineBreak) {
      if (isParagraph(text, tokens, i)) return i + 1
    } else if (tokens.looks[i] === LOOK.punctuation && endsSentence(text, tokens, i)) return i + 1
  }
  return limit
}

function isParagraph(text: string, tokens: Tokens, i: number): boolean {
  const start = tokens.starts[i] as number
  const end = tokens.ends[i] as number
  for (let at = start + 1; at < end; at += 1) if (text.charCodeAt(at) === 10) return true
  return false
}

/** `. Then` ends a sentence; `Dr. Keller`, `J. Keller` and `3.5` do not. */
function endsSentence(text: string, tokens: Tokens, i: number): boolean {
  const sign = text.charCodeAt(tokens.starts[i] as number)
  if (sign !== 0x2e && sign !== 0x21 && sign !== 0x3f) return false
  if (i + 1 >= tokens.count || tokens.starts[i + 1] === tokens.ends[i]) return false
  const next = tokens.looks[i + 1]
  if (next === LOOK.lower || next === LOOK.number) return false
  if (sign !== 0x2e || i === 0) return true
  const length = (tokens.ends[i - 1] as number) - (tokens.starts[i - 1] as number)
  return !(length < 4 && (tokens.looks[i - 1] === LOOK.title || tokens.looks[i - 1] === LOOK.single))
}
