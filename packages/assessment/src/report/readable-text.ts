const MAX_CHARS = 240

/**
 * What could move, hide or reverse the text around it: the categories control, format (which holds the bidirectional
 * characters of "Trojan Source", CVE-2021-42574), surrogate, private use and unassigned, and the Unicode line breaks.
 */
const UNREADABLE = /[\p{C}\p{Zl}\p{Zp}]/gu

/** Text from outside as people may read it: unreadable characters by number, and not longer than 240 characters. */
export function readableText(text: string, maxChars = MAX_CHARS): string {
  return shortened(text.slice(0, maxChars * 4), maxChars).replace(UNREADABLE, byNumber)
}

/** Keeps the end of a path, which says more than its start. */
export function readablePath(path: string): string {
  const end = path.slice(-MAX_CHARS)
  return (end.length < path.length ? `...${end}` : end).replace(UNREADABLE, byNumber)
}

function shortened(text: string, maxChars: number): string {
  return text.length > maxChars ? `${text.slice(0, maxChars - 3)}...` : text
}

function byNumber(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
