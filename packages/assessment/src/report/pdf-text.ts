/** The characters of WinAnsiEncoding above Latin-1 (ISO 32000-1, annex D.2), which the standard fonts can show. */
const WIN_ANSI_EXTRAS = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

/** Text that the standard fonts of PDF can show; any other character is written by its number. */
export function pdfText(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    const isShown = (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || WIN_ANSI_EXTRAS.has(character)
    return isShown ? character : `\\u{${code.toString(16)}}`
  }).join('')
}
