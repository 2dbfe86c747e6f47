import { phrases } from '../../phrases.ts'
import { digitsOf, passesLuhn, weighted } from '../check-digits.ts'
import { alone, anywhere, beside, type Identifier, inCapitals } from '../identifier.ts'

const SPANISH =
  'https://www.interior.gob.es/opencms/es/servicios-al-ciudadano/tramites-y-gestiones/dni/calculo-del-digito-de-control-del-nif-nie/'
const ITALIAN_DIGIT = '[\\dL-NP-V]'

/** Numbers of Spain, Portugal, France, Italy and Belgium. */
export const SOUTHERN_EUROPE: readonly Identifier[] = [
  {
    entity: 'ES_NIF',
    source: SPANISH,
    forms: [anywhere('d7-9', '\\d{7,8}-?[A-Z]')],
    words: phrases('nif | dni | documento nacional | documento nacional de identidad'),
    checks: [passesNif],
  },
  {
    entity: 'ES_NIE',
    source: SPANISH,
    forms: [anywhere('a9 a8 a1', '[XYZ]-?\\d{7}-?[A-Z]')],
    words: phrases('nie | identificación de extranjero | extranjero'),
    checks: [(value) => passesNif('XYZ'.indexOf(value.charAt(0)) + value.slice(1))],
  },
  {
    entity: 'ES_PASSPORT',
    source: 'https://www.boe.es/buscar/act.php?id=BOE-A-2003-13960',
    forms: [alone('a9', '[A-Z]{3}\\d{6}')],
    words: phrases('pasaporte | passport'),
    checks: [],
  },
  {
    entity: 'PT_NIF',
    source: 'https://info.portaldasfinancas.gov.pt',
    forms: [alone('d9', '[1-35689]\\d{8}')],
    words: phrases('nif | contribuinte | identificação fiscal'),
    checks: [(value) => elevenMinus(weighted(digitsOf(value), [9, 8, 7, 6, 5, 4, 3, 2])) === Number(value[8])],
  },
  {
    entity: 'FR_NIR',
    source: 'https://www.insee.fr/fr/metadonnees/definition/c1409',
    forms: [anywhere('d15 d1', '[12] ?\\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\\d) ?(?:\\d{2}|2[AB]) ?\\d{3} ?\\d{3} ?\\d{2}')],
    words: phrases('nir | insee | sécurité sociale | numéro de sécurité sociale'),
    checks: [passesNir],
  },
  {
    entity: 'FR_SIRET',
    source: 'https://www.insee.fr/fr/metadonnees/definition/c1841',
    forms: [beside('d3 d9 d14', '\\d{3} ?\\d{3} ?\\d{3}(?: ?\\d{5})?')],
    words: phrases('siren | siret'),
    checks: [passesLuhn],
  },
  {
    entity: 'IT_FISCAL_CODE',
    source:
      'https://www.agenziaentrate.gov.it/portale/web/english/nse/individuals/tax-identification-number-for-foreign-citizens',
    forms: [
      anywhere(
        'a16',
        `(?=[A-Z]*\\d)[A-Z]{6}${ITALIAN_DIGIT}{2}[A-EHLMPR-T]${ITALIAN_DIGIT}{2}[A-Z]${ITALIAN_DIGIT}{3}[A-Z]`,
      ),
    ],
    words: phrases('codice fiscale | fiscal code'),
    checks: [],
  },
  {
    entity: 'IT_VAT_CODE',
    source: 'https://www.agenziaentrate.gov.it/portale/schede/istanze/aa9_11-apertura-variazione-chiusura-pf',
    forms: [alone('d11', '\\d{11}')],
    words: phrases('partita iva | p iva | iva | piva | vat'),
    checks: [passesLuhn],
  },
  {
    entity: 'IT_DRIVER_LICENSE',
    source: 'https://www.ilportaledellautomobilista.it',
    forms: [inCapitals('a10', '(?:U1[A-Z\\d]{7}|[A-Z]{2}\\d{7})[A-Z]')],
    words: phrases('patente | patente di guida | license | licenza'),
    checks: [],
  },
  {
    entity: 'IT_IDENTITY_CARD',
    source: 'https://www.cartaidentita.interno.gov.it',
    forms: [alone('a2 a9', '[A-Z]{2} ?\\d{7}'), alone('a9 d9', '(?:[A-Z]{2}\\d{5}|\\d{7})[A-Z]{2}')],
    words: phrases('carta d identità | carta di identità | cie | identity card'),
    checks: [],
  },
  {
    entity: 'IT_PASSPORT',
    source: 'https://www.poliziadistato.it/articolo/1087',
    forms: [beside('a9', '[A-Z]{2}\\d{7}')],
    words: phrases('passaporto | passport'),
    checks: [],
  },
  {
    entity: 'BE_NATIONAL_NUMBER',
    source: 'https://www.ibz.rrn.fgov.be/fr/registre-national/',
    forms: [
      anywhere('d2', '\\d{2}\\.\\d{2}\\.\\d{2}-\\d{3}\\.\\d{2}'),
      beside('d11 d2 d6', '\\d{2}[. ]?\\d{2}[. ]?\\d{2}[- ]?\\d{3}[. ]?\\d{2}'),
    ],
    words: phrases('rijksregisternummer | registre national | numéro national | insz | niss | nationaal nummer'),
    checks: [passesBelgian],
  },
]

function passesNif(value: string): boolean {
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(value.slice(0, -1)) % 23] === value.at(-1)
}

/** What is left to eleven; ten and eleven count as 0. */
function elevenMinus(sum: number): number {
  const digit = 11 - (sum % 11)
  return digit > 9 ? 0 : digit
}

/** 97 less the rest of the number by 97; Corsica's 2A and 2B count as 19 and 18. */
function passesNir(value: string): boolean {
  const number = Number(value.slice(0, 13).replace('2A', '19').replace('2B', '18'))
  return 97 - (number % 97) === Number(value.slice(13))
}

/** As a French number; with 2 in front for those born since 2000. */
function passesBelgian(value: string): boolean {
  const check = Number(value.slice(9))
  const month = Number(value.slice(2, 4)) % 20
  if (month > 12) return false
  return ['', '2'].some((century) => 97 - (Number(century + value.slice(0, 9)) % 97) === check)
}
