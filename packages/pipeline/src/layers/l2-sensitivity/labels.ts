import type { EntityType } from '@sluice/contracts'

/** What a label may promise; the other kinds are found without one. */
export type LabelledEntity = Extract<EntityType, 'PERSON' | 'PHONE_NUMBER' | 'US_SSN' | 'CREDIT_CARD'>

/** Longer names of members and columns are sentences. */
const MAX_LABEL = 64

const PHONE =
  setOf(`phone phones telephone mobile cell cellphone tel telefon telefono telephon handy fax whatsapp movil celular
  phonenumber telephonenumber mobilenumber mobilephone homephone workphone cellnumber handynummer telefonnummer rufnummer
  mobilnummer mobiltelefon portable msisdn gsm`)
const SSN = setOf('ssn ssns socialsecuritynumber socialsecurity ssnnumber taxid taxpayerid itin')
const SSN_PAIRS = setOf(`social-security tax-id taxpayer-id tax-identification taxpayer-identification ss-number us-tin
  securite-sociale seguro-social`)
const CARD = setOf(`card creditcard debitcard cardnumber creditcardnumber ccnumber ccnum cc pan kreditkarte kartennummer
  kreditkartennummer carte tarjeta cardno`)
const NUMBER = setOf('number numbers no nr num nummer numero')

/** Alone, or behind a word of `QUALIFIERS`, each holds a person's name. */
const PERSON =
  setOf(`name names surname forename firstname lastname fullname givenname familyname middlename maidenname fname lname
  vorname nachname familienname nom prenom nombre apellido apellidos cognome customername clientname employeename contactname patientname
  kontoinhaber karteninhaber kontoinhaberin accountholder cardholder cardholdername holder contactperson ansprechpartner kunde kundin
  mitarbeiter mitarbeiterin titulaire titular customer client employee patient person contact beneficiary recipient payee applicant
  tenant given family assignee`)

/** Before one of `PERSON`, in place of things that have names too (`product name`, `file name`). */
const QUALIFIERS =
  setOf(`first last full given family middle maiden legal display user customer client patient employee contact cardholder
  holder recipient sender owner manager doctor author assignee account card person applicant beneficiary tenant member guest student
  teacher candidate caller payee payer billing shipping emergency insured policyholder parent guardian spouse driver
  preferred birth the my your his her their our a is its and or new`)

/** What a table about things has beside `name`. */
const OF_THINGS =
  setOf(`type description default price version value required size unit sku path license licence category command
  quantity stars url language capital population purpose status`)

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

/** What a label promises of its value; absent for every other label. */
export function entityOfLabel(words: readonly string[]): LabelledEntity | undefined {
  const numbered = NUMBER.has(words.at(-1) ?? '')
  const rest = numbered ? words.slice(0, -1) : words
  const last = rest.at(-1) ?? ''
  const before = rest.at(-2)
  if (SSN.has(last) || (before !== undefined && SSN_PAIRS.has(`${before}-${last}`)) || words.join('-') === 'social')
    return 'US_SSN'
  if (PHONE.has(last)) return 'PHONE_NUMBER'
  if (CARD.has(last)) return 'CREDIT_CARD'
  if (numbered || !PERSON.has(last)) return undefined
  // `contact person`: both are names of persons.
  return before === undefined || QUALIFIERS.has(before) || PERSON.has(before) ? 'PERSON' : undefined
}

/** What each column of a table holds, by its header cells; absent where none of them promises anything. */
export function entitiesOfHeader(cells: readonly string[]): readonly (LabelledEntity | undefined)[] | undefined {
  const words = cells.map(labelWords)
  const things = words.some(([word = '', ...others]) => others.length === 0 && OF_THINGS.has(word))
  const entities = words.map((cell) => (things && cell.join() === 'name' ? undefined : entityOfLabel(cell)))
  return entities.some((entity) => entity !== undefined) ? entities : undefined
}

/** What a question asks for, by every word in it: `And your phone number?` */
export function entitiesAskedFor(question: string): readonly LabelledEntity[] {
  const words = labelWords(question)
  const asked = new Set<LabelledEntity>()
  for (let end = 1; end <= words.length; end += 1) {
    const entity = entityOfLabel(words.slice(Math.max(0, end - 3), end))
    if (entity !== undefined && (entity !== 'PERSON' || ASKED_NAME.test(words[end - 1] ?? ''))) asked.add(entity)
  }
  return [...asked]
}

/** Of the words for persons, those that ask for a name: `Which customer?` may mean a number. */
const ASKED_NAME = /^(?:name|surname|forename|vorname|nachname|nom|prenom|nombre|apellidos?|heissen|cardholder)$/

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}
