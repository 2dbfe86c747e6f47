import { describe, expect, it } from 'vitest'
import { mayHaveLabel } from './labelled-values.ts'
import { LABELS, type LabelledEntity, type LabelParts, LabelReader, labelReader, labelWords } from './labels.ts'
import { phrases, words } from './phrases.ts'

interface Row {
  /** One label, or the columns of a table with commas between, or a question. */
  readonly written: string
  readonly entity: LabelledEntity | undefined
}

const row = (written: string, entity?: LabelledEntity): Row => ({ written, entity })

const NAMES = `
  name names surname forename firstname lastname fullname givenname familyname middlename maidenname fname lname vorname
  nachname familienname nom prenom nombre apellido apellidos cognome customername clientname employeename contactname
  patientname kontoinhaber karteninhaber kontoinhaberin accountholder cardholder cardholdername holder contactperson
  ansprechpartner kunde kundin mitarbeiter mitarbeiterin titulaire titular customer client employee patient person
  contact beneficiary recipient payee applicant tenant given family assignee`
const QUALIFIERS = `
  first last full middle maiden legal display user sender owner manager doctor author account card member guest student
  teacher candidate caller payer billing shipping emergency insured policyholder parent guardian spouse driver preferred
  birth the my your his her their our a is its and or new`

const ROWS: readonly Row[] = [
  ...words(`
    phone phones telephone mobile cell cellphone tel telefon telefono telephon handy fax whatsapp movil celular
    phonenumber telephonenumber mobilenumber mobilephone homephone workphone cellnumber handynummer telefonnummer
    rufnummer mobilnummer mobiltelefon portable msisdn gsm mobile_phone TELÉFONO workPhone`).map((label) =>
    row(label, 'PHONE_NUMBER'),
  ),
  ...words('number numbers no nr num nummer numero').map((number) => row(`phone-${number}`, 'PHONE_NUMBER')),
  ...phrases(`
    ssn | ssns | socialSecurityNumber | socialsecuritynumber | socialsecurity | ssnnumber | taxid | taxpayerid | itin
    social security | tax id | taxpayer_id | tax identification number | taxpayer-identification | ss number | us TIN
    sécurité sociale | seguro social | social`).map((label) => row(label, 'US_SSN')),
  ...words(`
    card creditcard debitcard cardnumber creditcardnumber ccnumber ccnum cc pan kreditkarte kartennummer
    kreditkartennummer carte tarjeta cardno credit_card`).map((label) => row(label, 'CREDIT_CARD')),
  ...words(NAMES).map((label) => row(label, 'PERSON')),
  ...words(QUALIFIERS).map((qualifier) => row(`${qualifier} name`, 'PERSON')),
  ...phrases(`
    productName | file_name | customer number | customerNo | orderNumber | id | number | social media | name of the dog
    network`).map((label) => row(label)),
]

const HEADERS: readonly Row[] = [
  row('name,age', 'PERSON'),
  ...words(`
    type description default price version value required size unit sku path license licence category command quantity
    stars url language capital population purpose status`).map((word) => row(`name,${word}`)),
]

const QUESTIONS: readonly Row[] = [
  ...words('name surname forename vorname nachname nom prenom nombre apellido apellidos cardholder').map((word) =>
    row(`Your ${word}?`, 'PERSON'),
  ),
  row('And your phone number?', 'PHONE_NUMBER'),
  row('Which customer?'),
  row('Which file name?'),
]

function redRows(reader: LabelReader): readonly Row[] {
  return [
    ...ROWS.filter(({ written, entity }) => reader.entityOf(labelWords(written)) !== entity),
    ...HEADERS.filter(({ written, entity }) => reader.entitiesOfHeader(written.split(','))?.[0] !== entity),
    ...QUESTIONS.filter(({ written, entity }) => reader.entitiesAskedFor(written)[0] !== entity),
  ]
}

function withoutEach(parts: LabelParts): readonly (readonly [string, LabelReader])[] {
  return Object.entries(parts).flatMap(([name, list]: [string, readonly string[]]) =>
    list.map((part): readonly [string, LabelReader] => [
      `${name}: ${part}`,
      new LabelReader({ ...parts, [name]: list.filter((other) => other !== part) }),
    ]),
  )
}

describe('labels', () => {
  it('promise what the rows say', () => expect(redRows(labelReader)).toEqual([]))

  it.each(withoutEach(LABELS))('have a row for %s', (_, reader) => expect(redRows(reader)).not.toEqual([]))

  it.each(ROWS.filter(({ entity }) => entity !== undefined))('are looked for in "$written: x"', ({ written }) => {
    expect(mayHaveLabel(`${written}: x`)).toBe(true)
  })
})
