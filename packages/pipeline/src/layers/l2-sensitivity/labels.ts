import type { EntityType } from '@sluice/contracts'
import { phrases, words } from './phrases.ts'

/** What a label may promise; the other kinds are found without one. */
export type LabelledEntity = Extract<EntityType, 'PERSON' | 'PHONE_NUMBER' | 'US_SSN' | 'CREDIT_CARD'>

/** Lists of words in small letters, without accents. Written for this project. */
export interface LabelParts {
  readonly phone: readonly string[]
  readonly ssn: readonly string[]
  readonly ssnPhrases: readonly string[]
  readonly card: readonly string[]
  /** Behind a word of these kinds: `phone number`. Behind one of a person it makes a number of something. */
  readonly number: readonly string[]
  /** Alone, behind each other, or behind a qualifier, each holds a person's name. */
  readonly person: readonly string[]
  /** Before a word for a person, in place of things that have names too (`product name`, `file name`). */
  readonly qualifiers: readonly string[]
  /** What a table about things has beside `name`. */
  readonly ofThings: readonly string[]
  /** Of the words for persons, those that ask for a name: `Which customer?` may mean a number. */
  readonly askedNames: readonly string[]
}

export const LABELS: LabelParts = {
  phone: words(`
    phone phones telephone mobile cell cellphone tel telefon telefono telephon handy fax whatsapp movil celular
    phonenumber telephonenumber mobilenumber mobilephone homephone workphone cellnumber handynummer telefonnummer
    rufnummer mobilnummer mobiltelefon portable msisdn gsm`),
  ssn: words('ssn ssns socialsecuritynumber socialsecurity ssnnumber taxid taxpayerid itin'),
  ssnPhrases: phrases(`
    social security | tax id | taxpayer id | tax identification | taxpayer identification | ss number | us tin
    securite sociale | seguro social`),
  card: words(`
    card creditcard debitcard cardnumber creditcardnumber ccnumber ccnum cc pan kreditkarte kartennummer
    kreditkartennummer carte tarjeta cardno`),
  number: words('number numbers no nr num nummer numero'),
  person: words(`
    name names surname forename firstname lastname fullname givenname familyname middlename maidenname fname lname
    vorname nachname familienname nom prenom nombre apellido apellidos cognome customername clientname employeename
    contactname patientname kontoinhaber karteninhaber kontoinhaberin accountholder cardholder cardholdername holder
    contactperson ansprechpartner kunde kundin mitarbeiter mitarbeiterin titulaire titular customer client employee
    patient person contact beneficiary recipient payee applicant tenant given family assignee`),
  qualifiers: words(`
    first last full middle maiden legal display user sender owner manager doctor author account card member guest
    student teacher candidate caller payer billing shipping emergency insured policyholder parent guardian spouse driver
    preferred birth the my your his her their our a is its and or new`),
  ofThings: words(`
    type description default price version value required size unit sku path license licence category command quantity
    stars url language capital population purpose status`),
  askedNames: words('name surname forename vorname nachname nom prenom nombre apellido apellidos cardholder'),
}

/** Longer names of members and columns are sentences. */
const MAX_LABEL = 64

/** The words of a name as programs and forms write it: `customerSSN`, `first_name`, `Prénom`, `contact-person`. */
export function labelWords(label: string): readonly string[] {
  return label
    .slice(-MAX_LABEL)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
}

/** Reads what labels promise. */
export class LabelReader {
  readonly #sets: { readonly [Part in keyof LabelParts]: ReadonlySet<string> }

  constructor(parts: LabelParts) {
    this.#sets = {
      phone: new Set(parts.phone),
      ssn: new Set(parts.ssn),
      ssnPhrases: new Set(parts.ssnPhrases),
      card: new Set(parts.card),
      number: new Set(parts.number),
      person: new Set(parts.person),
      qualifiers: new Set(parts.qualifiers),
      ofThings: new Set(parts.ofThings),
      askedNames: new Set(parts.askedNames),
    }
  }

  /** What a label, given in words, promises of its value; absent for every other label. */
  entityOf(label: readonly string[]): LabelledEntity | undefined {
    const { phone, ssn, ssnPhrases, card, number, person, qualifiers } = this.#sets
    const numbered = number.has(label.at(-1) ?? '')
    const rest = numbered ? label.slice(0, -1) : label
    const last = rest.at(-1) ?? ''
    const before = rest.at(-2)
    // `ss number` is a phrase with its number, `tax id number` one without.
    if (ssn.has(last) || [label, rest].some((each) => ssnPhrases.has(each.slice(-2).join(' ')))) return 'US_SSN'
    if (label.length === 1 && last === 'social') return 'US_SSN'
    if (phone.has(last)) return 'PHONE_NUMBER'
    if (card.has(last)) return 'CREDIT_CARD'
    if (numbered || !person.has(last)) return undefined
    // `contact person`: both are names of persons.
    return before === undefined || qualifiers.has(before) || person.has(before) ? 'PERSON' : undefined
  }

  /** What each column of a table holds, by its header cells; absent where none of them promises anything. */
  entitiesOfHeader(cells: readonly string[]): readonly (LabelledEntity | undefined)[] | undefined {
    const labels = cells.map(labelWords)
    const ofThings = labels.some(([word = '', ...others]) => others.length === 0 && this.#sets.ofThings.has(word))
    const entities = labels.map((label) => (ofThings && label.join() === 'name' ? undefined : this.entityOf(label)))
    return entities.some((entity) => entity !== undefined) ? entities : undefined
  }

  /** What a question asks for, by every word in it: `And your phone number?` */
  entitiesAskedFor(question: string): readonly LabelledEntity[] {
    const asking = labelWords(question)
    const asked = new Set<LabelledEntity>()
    for (let end = 1; end <= asking.length; end += 1) {
      const entity = this.entityOf(asking.slice(Math.max(0, end - 3), end))
      if (entity !== undefined && (entity !== 'PERSON' || this.#sets.askedNames.has(asking[end - 1] ?? '')))
        asked.add(entity)
    }
    return [...asked]
  }
}

export const labelReader = new LabelReader(LABELS)
