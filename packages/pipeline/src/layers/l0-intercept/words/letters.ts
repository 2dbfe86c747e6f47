/** Every letter of the languages as one or two of a to z without marks, as offsets from `a`; -1 for what is none. */
const FIRST = new Int8Array(0x180).fill(-1)
const SECOND = new Int8Array(0x180).fill(-1)

for (let code = 0; code < FIRST.length; code += 1) {
  const folded = String.fromCharCode(code)
    .toLowerCase()
    .replace('ß', 'ss')
    .replace('œ', 'oe')
    .replace('æ', 'ae')
    .replace('ø', 'o')
    .normalize('NFD')
    .replace(/[^a-z]/g, '')
  if (folded !== '') FIRST[code] = folded.charCodeAt(0) - 97
  if (folded.length > 1) SECOND[code] = folded.charCodeAt(1) - 97
}

/** The letter that a UTF-16 unit stands for, 0 (a) to 25 (z), without marks; -1 where it is none. */
export function letterOf(unit: number): number {
  return unit < 0x180 ? (FIRST[unit] ?? -1) : -1
}

/** The second letter of one that stands for two, as ß does; else -1. */
export function secondLetterOf(unit: number): number {
  return unit < 0x180 ? (SECOND[unit] ?? -1) : -1
}

/** Words as letters only, each 0 to 25. */
export function lettersOf(word: string): number[] {
  const letters: number[] = []
  for (let at = 0; at < word.length; at += 1) {
    const unit = word.charCodeAt(at)
    const [first, second] = [letterOf(unit), secondLetterOf(unit)]
    if (first >= 0) letters.push(first)
    if (second >= 0) letters.push(second)
  }
  return letters
}
