/**
 * Letters of other scripts that look Latin (UTS #39, confusables.txt:
 * https://www.unicode.org/Public/security/latest/confusables.txt), each one code unit long, as its Latin letter is.
 */
const CYRILLIC = 'аa сc ԁd еe һh іi јj ӏl оo рp ԛq ѕs ѵv ԝw хx уy үy АA ВB СC ЕE НH ІI ЈJ КK МM ОO РP ЅS ТT ХX УY ҮY'
const GREEK = 'αa εe ηn ιi κk νv οo ρp τt υu ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX'
/** U+0261, the script g of phonetic spelling, is Latin itself. */
const PHONETIC = 'ɡg'
const ARMENIAN = 'հh ոn օo զq սu'

const LATIN_BY_LOOK_ALIKE: ReadonlyMap<string, string> = new Map(
  `${CYRILLIC} ${GREEK} ${ARMENIAN} ${PHONETIC}`.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]),
)

const CLASS = `[${[...LATIN_BY_LOOK_ALIKE.keys()].join('')}]`
const LOOK_ALIKE = new RegExp(CLASS)
const LOOK_ALIKES = new RegExp(CLASS, 'g')
const WORD = /[\p{L}\p{M}]+/gu
const LATIN_WORD = /^[\p{Script=Latin}\p{M}]+$/u
const LATIN = /\p{Script=Latin}/u

/**
 * Which words are read in Latin letters. Always, those that mix Latin letters with look-alikes and have no other
 * letters; `all` also reads those that are nothing but look-alikes. Russian and Greek words have others, and stay.
 */
export type LookAlikeWords = 'mixed' | 'all'

/** Reads words of look-alikes in Latin letters. The result has the length of the text. Linear. */
export function readLookAlikes(text: string, words: LookAlikeWords): string {
  if (!LOOK_ALIKE.test(text)) return text
  return text.replace(WORD, (word) => {
    if (!LOOK_ALIKE.test(word) || (words === 'mixed' && !LATIN.test(word))) return word
    const latin = word.replace(LOOK_ALIKES, (letter) => LATIN_BY_LOOK_ALIKE.get(letter) ?? letter)
    return LATIN_WORD.test(latin) ? latin : word
  })
}
