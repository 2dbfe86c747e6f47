const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
}

/** A word with such digits or signs among its letters, and no other digit: `v2` and digests have others. */
const LEET_WORD =
  /(?<![A-Za-z0-9@$!|])(?=[A-Za-z0-9@$!|]{0,20}[A-Za-z])(?=[A-Za-z]{0,20}[0134578@$!|][A-Za-z0-9@$!|])[A-Za-z0134578@$!|]{3,20}(?![A-Za-z0-9@$|])|(?<![A-Za-z0-9@$!|])[A-Za-z]{2,20}[0134578@$](?![A-Za-z0-9@$|])/g
/** Every such word has one beside a letter, and most texts have none. */
const MAY_BE_LEET = /[A-Za-z][0134578@$|!][A-Za-z0-9@$|!]|[0134578@$|][A-Za-z]|[A-Za-z][0134578@$]/
/** A word that is read so alone is a name or a version. */
const LEAST_WORDS = 2

/** A text whose digits and signs are read as letters, where at least two of its words have them. */
export function withoutLeet(text: string): string {
  if (!MAY_BE_LEET.test(text) || (text.match(LEET_WORD)?.length ?? 0) < LEAST_WORDS) return text
  return text.replace(LEET_WORD, (word) => word.replace(/[0134578@$|]|!(?!$)/g, (sign) => LETTERS[sign] ?? sign))
}
