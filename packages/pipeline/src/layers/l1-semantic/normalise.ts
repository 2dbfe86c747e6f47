import { chained, type FoldedText, foldForPhrases, inPlace, replaceMatches } from '@sluice/text-folding'

/** Digits and signs in place of letters. */
const LEET: ReadonlyMap<string, string> = new Map(
  Object.entries({ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }),
)

/** What the techniques' patterns are matched against. */
export interface Normalised {
  /** Small letters, one space between words, invisible characters gone, compatibility forms folded. */
  readonly plain: string
  /** The same with digits read as letters, where that changes anything. */
  readonly leet: string | undefined
  /** Whether `plain`, and with it `leet`, is wholly ASCII. */
  readonly ascii: boolean
  /** `plain`, with the way back to the text; `leet` has the same places. */
  readonly folded: FoldedText
}

/** Undoes the cheap ways to write a phrase so that a pattern misses it. Linear. */
export function normalise(text: string): Normalised {
  const close = unspaced(text)
  const folded = chained(foldForPhrases(close.text), close)
  const { text: plain } = folded
  const ascii = isAscii(plain)
  if (!/[a-z][013457@$!][a-z013457@$!]|\b[013457@$][a-z]{2}/.test(plain))
    return { plain, leet: undefined, ascii, folded }
  const leet = unleet(plain)
  return { plain, leet: leet === plain ? undefined : leet, ascii, folded }
}

/** `i g n o r e  t h i s`: single letters apart become words again, where wider gaps stand between the words. */
function unspaced(text: string): FoldedText {
  if (!/(?:\b[A-Za-z] ){4}[A-Za-z]\b/.test(text)) return inPlace(text)
  return replaceMatches(text, /\b(?:[A-Za-z] ){3,40}[A-Za-z]\b/g, ([letters]) => letters.replaceAll(' ', ''))
}

/** Printable ASCII and the white space that texts have. */
function isAscii(text: string): boolean {
  return !/[^\t\n\r -~]/.test(text)
}

/** Reads digits and signs as letters in every word that has letters too; a `!` at the end of a word stays one. */
function unleet(text: string): string {
  // From the first digit or sign of a word to its end: before it the word has nothing but letters.
  return text.replace(/[0-9@$!][a-z0-9@$!]*/g, (rest, at: number) =>
    /[a-z]/.test(at === 0 ? rest : `${text.charAt(at - 1)}${rest}`)
      ? rest.replace(/[013457@$!](?!$)|[013457@$](?=$)/g, (sign) => LEET.get(sign) ?? sign)
      : rest,
  )
}
