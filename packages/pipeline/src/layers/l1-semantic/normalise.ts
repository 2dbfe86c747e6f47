/** Letters of other scripts that look Latin (Unicode TR 39, confusables.txt), the small ones. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  'аa еe оo рp сc хx уy іi јj ѕs ԁd ԛq ԝw һh ӏl ɡg αa εe οo ρp τt υu νv ιi κk ηn'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
)
const LOOKALIKE = new RegExp(`[${[...LOOKALIKES.keys()].join('')}]`, 'g')

const LEET: ReadonlyMap<string, string> = new Map(
  Object.entries({ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }),
)

/** What the techniques' patterns are matched against. */
export interface Normalised {
  /** Small letters, one space between words, invisible characters gone, compatibility forms folded. */
  readonly plain: string
  /** The same with digits read as letters, where that changes anything. */
  readonly leet: string | undefined
  /** The words of both. */
  readonly words: ReadonlySet<string>
}

/** Undoes the cheap ways to write a phrase so that a pattern misses it. Linear. */
export function normalise(text: string): Normalised {
  const plain = fold(unspaced(text))
  const leet = /[a-z][013457@$!][a-z013457@$!]|\b[013457@$][a-z]{2}/.test(plain) ? unleet(plain) : undefined
  const words = new Set(plain.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [])
  if (leet !== undefined) for (const word of leet.match(/[a-z]+/g) ?? []) words.add(word)
  return { plain, leet: leet === plain ? undefined : leet, words }
}

/** `i g n o r e  t h i s`: single letters apart become words again, where wider gaps stand between the words. */
function unspaced(text: string): string {
  if (!/(?:\b[A-Za-z] ){4}[A-Za-z]\b/.test(text)) return text
  return text.replace(/\b(?:[A-Za-z] ){3,40}[A-Za-z]\b/g, (letters) => letters.replaceAll(' ', ''))
}

function fold(text: string): string {
  const lower = text.toLowerCase()
  if (/^[\t\n\r -~]*$/.test(lower)) return lower.replace(/\s+/g, ' ')
  const folded = lower
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replace(/[\u2018\u2019\u201B\u02BC]/g, "'")
    .replace(/\s+/g, ' ')
  // Only beside Latin letters: a Russian or Greek text stays what it is.
  return /[a-z]/.test(folded) ? folded.replace(LOOKALIKE, (letter) => LOOKALIKES.get(letter) ?? letter) : folded
}

function unleet(text: string): string {
  return text.replace(/[a-z0-9@$!]*[a-z][a-z0-9@$!]*/g, (word) =>
    /[013457@$!]/.test(word)
      ? word.replace(/[013457@$!](?!$)|[013457@$](?=$)/g, (sign) => LEET.get(sign) ?? sign)
      : word,
  )
}
