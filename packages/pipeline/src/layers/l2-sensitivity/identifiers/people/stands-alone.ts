const IN_WORD = /[\p{L}\p{N}_]/u

/** Whether a part of a text is no part of a longer word, name of a program or code. */
export function standsAlone(text: string, start: number, end: number): boolean {
  return !IN_WORD.test(text.charAt(start - 1)) && !IN_WORD.test(text.charAt(end))
}
