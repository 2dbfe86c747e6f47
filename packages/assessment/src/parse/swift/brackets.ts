import type { SwiftToken } from './token.ts'

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Tells each opening bracket where it closes; one that is never closed reaches to the end. */
export function matchBrackets(tokens: readonly SwiftToken[]): void {
  const open: { readonly i: number; readonly close: string }[] = []
  let braces = 0
  for (const [i, { kind, text }] of tokens.entries()) {
    if (kind !== 'mark') continue
    const close = CLOSING[text]
    if (close !== undefined) {
      open.push({ i, close })
      if (close === '}') braces += 1
    } else if (open.at(-1)?.close === text || (text === '}' && braces > 0)) {
      // A brace also closes what was forgotten within it; any other bracket without a partner says nothing.
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        skipTo(tokens, last.i, i)
        if (last.close !== text) continue
        if (text === '}') braces -= 1
        break
      }
    }
  }
  for (const { i } of open) skipTo(tokens, i, tokens.length)
}

function skipTo(tokens: readonly SwiftToken[], from: number, to: number): void {
  const token = tokens[from]
  if (token) token.skip = to - from
}
