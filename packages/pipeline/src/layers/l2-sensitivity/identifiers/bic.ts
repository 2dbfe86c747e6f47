import { phrases, words } from '../phrases.ts'
import type { Claim, Worded } from './worded.ts'

/** ISO 3166-1 alpha-2, and XK, which SWIFT uses for Kosovo: https://www.iso.org/obp/ui/#search/code/ */
const COUNTRIES = new Set(
  words(`
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
    CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
    GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
    KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
    MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
    SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
    UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`),
)

export const BIC_WORDS: readonly string[] = phrases('bic | swift | bic code | swift code | bic swift | swift bic')

const CODE =
  /(?:[ \t]?(?:code|no\.?|nr\.?|is|ist|est|es|è|é)\b)?[)"'`]{0,2}\s{0,3}[:=#/-]?\s{0,3}["'`(]?([A-Z]{4}([A-Z]{2})[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?)(?![A-Za-z0-9])/y

/**
 * The code of a bank, behind a word for one: ISO 9362, four letters, a country, two characters, of which the first is
 * neither 0 nor 1 and the second is not the letter O, and three for a branch (https://www.iso.org/standard/84108.html).
 */
export const BIC: Worded = { entity: 'BIC', phrases: BIC_WORDS, find: bicBehind }

function bicBehind(text: string, end: number): readonly Claim[] {
  CODE.lastIndex = end
  const [, code = '', country = ''] = CODE.exec(text) ?? []
  return COUNTRIES.has(country) ? [{ start: CODE.lastIndex - code.length, end: CODE.lastIndex, confidence: 0.9 }] : []
}
