/** Names are whatever somebody chose: none may act on a terminal, or pass for a line of ours. */
export function printable(line: string): string {
  return line.replaceAll(
    /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu,
    (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`,
  )
}
