import type { CodenameTerm } from '@sluice/pipeline/ports'

const SYLLABLES = 'ba de fi go hu ka le mi no pu ra se ti vo xu za che dri fla gru kno plu sta tre'.split(' ')

/** Made-up terms: half of one word, a third of the others with a number, the rest of two words. */
export function madeUpTerms(count: number): CodenameTerm[] {
  return Array.from({ length: count }, (_, number) => {
    const first = capital(word(number))
    const term =
      number % 2 === 0
        ? first
        : number % 3 === 0
          ? `${first}-${number % 97}`
          : `${first} ${capital(word(number % 911))}`
    return { term, level: 7, replacement: number % 10 === 0 ? `R${number % 1_000}` : undefined }
  })
}

/** Everyday English, in which none of the terms stands. */
export const PLAIN_TEXT = [
  'Please summarize the minutes of the meeting on Tuesday and list who has to do what until when.',
  'The supplier raised the price by four percent, and the second quarter looks weaker than we had hoped.',
  'Could you write a short, friendly answer to the customer who asked why the parcel has not arrived yet?',
  'function total(items) { return items.reduce((sum, { price, amount }) => sum + price * amount, 0) }',
  'Our users report that the page takes long to load on telephones, mostly in the evening.',
]
  .join(' ')
  .repeat(17)
  .slice(0, 8_000)

/** The same with a term about every hundred characters. */
export function textWithHits(terms: readonly CodenameTerm[]): string {
  let text = ''
  for (let at = 0; at < PLAIN_TEXT.length; at += 100) {
    text += `${PLAIN_TEXT.slice(at, at + 100)} ${terms[(at * 7) % terms.length]?.term ?? ''} `
  }
  return text.slice(0, PLAIN_TEXT.length)
}

function word(number: number): string {
  let rest = number
  let letters = ''
  do {
    letters += SYLLABLES[rest % SYLLABLES.length] ?? ''
    rest = Math.floor(rest / SYLLABLES.length)
  } while (rest > 0)
  return `${letters}q`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
