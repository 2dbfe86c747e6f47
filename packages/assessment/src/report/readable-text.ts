const MAX_CHARS = 240

/**
 * What could move, hide or reverse the text around it: the categories control, format (which holds the bidirectional
 * characters of "Trojan Source", CVE-2021-42574), surrogate, private use and unassigned, and the Unicode line breaks.
 */
const UNREADABLE = /[\p{C}\p{Zl}\p{Zp}]/gu

/** Scripts that are written from right to left (Unicode's Bidi_Class R and AL). */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Whether a text has letters that are written from right to left, which move what stands beside them. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

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
