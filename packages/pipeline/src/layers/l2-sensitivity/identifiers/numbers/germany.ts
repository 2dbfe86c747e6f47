import { phrases } from '../../phrases.ts'
import { digitSum, digitsOf, passesIcao, passesMod1110 } from '../check-digits.ts'
import { alone, anywhere, beside, type Identifier, inCapitals, inSentence } from '../identifier.ts'

/** Of documents: no vowels, and none that looks like a digit. */
const LETTER_OR_DIGIT = '[CFGHJKLMNPRTVWXYZ\\d]'

/** Numbers of Germany, Austria and Switzerland. */
export const GERMANY: readonly Identifier[] = [
  {
    entity: 'DE_TAX_ID',
    source:
      'https://www.bzst.de/DE/Privatpersonen/SteuerlicheIdentifikationsnummer/steuerlicheidentifikationsnummer_node.html',
    forms: [inSentence('d11', '[1-9]\\d{10}'), beside('d2', '[1-9]\\d[ /]?\\d{3}[ /]?\\d{3}[ /]?\\d{3}')],
    words: phrases(`
      steuer id | steuerid | idnr | steuer idnr | steueridentifikationsnummer | steuerliche identifikationsnummer |
      identifikationsnummer | steuer identifikationsnummer | tin | tax id`),
    checks: [passesMod1110, repeatsOneDigit],
  },
  {
    entity: 'DE_TAX_NUMBER',
    source: 'https://www.elster.de/eportal/wizards/abfrageassistent',
    forms: [beside('d2-3', '\\d{2,3}[/ ]\\d{3,4}[/ ]\\d{4,5}'), beside('d10-13', '\\d{10,13}')],
    words: phrases('steuernummer | steuer nr | st nr | stnr | steuer nummer'),
    checks: [],
  },
  {
    entity: 'DE_SOCIAL_SECURITY',
    source: 'https://www.gesetze-im-internet.de/vkvv/__2.html',
    forms: [anywhere('d12', '\\d{8}[A-Z]\\d{3}'), beside('d2', '\\d{2} ?\\d{6} ?[A-Z] ?\\d{2} ?\\d')],
    words: phrases(`
      sozialversicherungsnummer | rentenversicherungsnummer | versicherungsnummer | rvnr | sv nummer | svnr |
      sozialversicherung | sozialversicherungsausweis`),
    checks: [hasPensionDate, passesPension],
  },
  {
    entity: 'DE_HEALTH_INSURANCE',
    source: 'https://www.gkv-datenaustausch.de/media/dokumente/faq/Krankenversichertennummer.pdf',
    forms: [alone('a10', '[A-Z]\\d{9}')],
    words: phrases(`
      krankenversichertennummer | versichertennummer | krankenversicherungsnummer | kvnr | krankenversicherung |
      krankenkasse | gesundheitskarte | egk | versicherten nr`),
    checks: [passesHealthInsurance],
  },
  {
    entity: 'DE_PASSPORT',
    source: 'https://www.bundesdruckerei.de/de/innovation-hub/seriennummern',
    forms: [alone('a9', `[CFGHJK]${LETTER_OR_DIGIT}{7}\\d`)],
    words: phrases('reisepass | reisepassnummer | passnummer | pass nr | passport | german passport'),
    checks: [passesIcao],
  },
  {
    entity: 'DE_ID_CARD',
    source: 'https://www.bundesdruckerei.de/de/innovation-hub/seriennummern',
    forms: [beside('a10', `[LMNPRTVWXYZ]${LETTER_OR_DIGIT}{8}\\d`)],
    words: phrases('personalausweis | personalausweisnummer | ausweisnummer | ausweis nr | ausweis | perso'),
    checks: [passesIcao],
  },
  {
    entity: 'DE_ID_CARD',
    source: 'https://www.bundesdruckerei.de/de/innovation-hub/seriennummern',
    forms: [beside('a9', `(?:(?=[A-Z]*\\d[A-Z]*\\d)[LMNPRTVWXYZ]${LETTER_OR_DIGIT}{8}|T\\d{8})`)],
    words: phrases('personalausweis | personalausweisnummer | ausweisnummer | ausweis nr | ausweis | perso'),
    checks: [],
  },
  {
    entity: 'DE_LANR',
    source: 'https://www.kbv.de/html/lanr.php',
    forms: [alone('d9', '\\d{9}')],
    words: phrases('lanr | arztnummer | arzt nr'),
    checks: [(value) => lanrDigit(digitsOf(value)) === Number(value[6])],
  },
  {
    entity: 'DE_BSNR',
    source: 'https://www.kbv.de/html/bsnr.php',
    forms: [beside('d9', '\\d{9}')],
    words: phrases('bsnr | betriebsstättennummer | betriebsstaettennummer'),
    checks: [],
  },
  {
    entity: 'DE_HANDELSREGISTER',
    source: 'https://www.handelsregister.de',
    forms: [inCapitals('a3', 'HR[AB] \\d{1,6}')],
    words: phrases('handelsregister | amtsgericht'),
    checks: [],
  },
  {
    entity: 'DE_FUEHRERSCHEIN',
    source: 'https://www.kba.de',
    forms: [beside('a11 d11', '[A-Z\\d]\\d{2}[A-Z\\d]{6}\\d[A-Z\\d]')],
    words: phrases('führerschein | fuehrerschein | führerscheinnummer | fahrerlaubnis'),
    checks: [],
  },
  {
    entity: 'CH_AHV',
    source: 'https://www.zas.admin.ch/zas/en/home/partenaires-et-institutions-/navs13.html',
    forms: [anywhere('d3 d13', '756[. ]?\\d{4}[. ]?\\d{4}[. ]?\\d{2}')],
    words: phrases('ahv | avs | oasi'),
    checks: [passesEan13],
  },
  {
    entity: 'AT_SVNR',
    source: 'https://www.sozialversicherung.at/cdscontent/?contentid=10007.821628',
    forms: [beside('d10 d4', '[1-9]\\d{3} ?\\d{6}')],
    words: phrases('svnr | sozialversicherungsnummer | sv nummer | versicherungsnummer'),
    checks: [passesSvnr],
  },
]

/** Of the first ten digits exactly one comes twice or three times. */
function repeatsOneDigit(value: string): boolean {
  const counts = new Map<string, number>()
  for (const digit of value.slice(0, 10)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
  const repeated = [...counts.values()].filter((count) => count > 1)
  return repeated.length === 1 && (repeated[0] ?? 0) <= 3
}

/** From the third digit on, the day (50 more where numbers had run out), month and year of birth. */
function hasPensionDate(value: string): boolean {
  const day = Number(value.slice(2, 4)) % 50
  const month = Number(value.slice(4, 6))
  return day >= 1 && day <= 31 && month >= 1 && month <= 12
}

function passesPension(value: string): boolean {
  const letter = String(value.charCodeAt(8) - 64).padStart(2, '0')
  const digits = digitsOf(value.slice(0, 8) + letter + value.slice(9, 11))
  const weights = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1]
  const sum = digits.reduce((total, digit, at) => total + digitSum(digit * (weights[at] ?? 0)), 0)
  return sum % 10 === Number(value[11])
}

function passesHealthInsurance(value: string): boolean {
  const letter = String(value.charCodeAt(0) - 64).padStart(2, '0')
  const digits = digitsOf(letter + value.slice(1, 9))
  const sum = digits.reduce((total, digit, at) => total + digitSum(digit * (at % 2 === 0 ? 1 : 2)), 0)
  return sum % 10 === Number(value[9])
}

function lanrDigit(digits: readonly number[]): number {
  const sum = digits.slice(0, 6).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 4 : 9), 0)
  return (10 - (sum % 10)) % 10
}

/** GS1 General Specifications, section 7.9. */
function passesEan13(value: string): boolean {
  return digitsOf(value).reduce((sum, digit, at) => sum + digit * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0
}

function passesSvnr(value: string): boolean {
  const digits = digitsOf(value)
  const weights = [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]
  return weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0) % 11 === digits[3]
}
