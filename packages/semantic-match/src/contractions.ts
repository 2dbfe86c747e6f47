import { BEFORE_IS, CONTRACTIONS } from './lexicon.ts'
import type { Token } from './tokenize.ts'

/** Behind an apostrophe, and what it is short for. */
const SHORT_FORMS: Readonly<Record<string, string>> = { re: 'are', ll: 'will', ve: 'have', d: 'would', m: 'am' }

/** `don't` as `do not`, `what's` as `what is`; `France's` as `France` and `'s`. */
export function expandContractions(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) => (token.isLiteral ? [token] : expand(token)))
}

function expand(token: Token): readonly Token[] {
  const { text } = token
  const listed = CONTRACTIONS.get(text)
  if (listed !== undefined) return parts(token, listed.split(' '))
  if (text.endsWith("n't")) return parts(token, [text.slice(0, -3), 'not'])
  const apostrophe = text.indexOf("'")
  if (apostrophe < 1) return [token]
  const [word, ending] = [text.slice(0, apostrophe), text.slice(apostrophe + 1)]
  if (ending === 's') return parts(token, [word, BEFORE_IS.has(word) ? 'is' : "'s"])
  const long = SHORT_FORMS[ending]
  return long === undefined ? [token] : parts(token, [word, long])
}

function parts(token: Token, texts: readonly string[]): readonly Token[] {
  return texts.map((text, i) => ({ ...token, text, isFirst: token.isFirst && i === 0 }))
}
