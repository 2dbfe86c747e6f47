import { describe, expect, it } from 'vitest'
import type { Recognizer } from '../recognizer.ts'
import { scanSlice } from '../scan-text.ts'
import { creditCard } from './credit-card.ts'
import { emailAddress } from './email-address.ts'
import { ibanCode } from './iban-code.ts'
import { ipAddress } from './ip-address.ts'
import { person } from './person.ts'
import { phoneNumber } from './phone-number.ts'
import { usSsn } from './us-ssn.ts'

interface Table {
  readonly recognizer: Recognizer
  /** Text, then the values that it holds. */
  readonly rows: readonly (readonly [text: string, ...values: string[]])[]
}

/** Test numbers: https://docs.stripe.com/testing, https://www.iban.com/structure, RFC 5737, RFC 3849, NANP 555-01XX. */
const TABLES: readonly Table[] = [
  {
    recognizer: emailAddress,
    rows: [
      ['Write to alice@example.com.', 'alice@example.com'],
      ['<bob.o+tag@mail.example.co.uk>', 'bob.o+tag@mail.example.co.uk'],
      ['mailto:a_b-c@example.org?x', 'a_b-c@example.org'],
      ['j_9@[192.0.2.1] wrote', 'j_9@[192.0.2.1]'],
      ["'eve@example.com'", 'eve@example.com'],
      ['jürgen@müller.example', 'jürgen@müller.example'],
      ['user@xn--80ak6aa92e.com', 'user@xn--80ak6aa92e.com'],
      ['alice [at] example [dot] com', 'alice [at] example [dot] com'],
      ['ａｌｉｃｅ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ａｌｉｃｅ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
      ['al\u200Bice@exam\u00ADple.com', 'al\u200Bice@exam\u00ADple.com'],
      ['alice at example dot com', 'alice at example dot com'],
      ['write to alice AT mail DOT example DOT org today', 'alice AT mail DOT example DOT org'],
      ['?to=alice%40example.com&x=1', 'alice%40example.com'],
      ['look at the dot matrix printer'],
      ['meet at noon'],
      ['100%40 and 5%40x'],
      ['@alice said hi'],
      ['icon@2x.png'],
      ['git@github.com:sluice/sluice.git'],
      ['root@localhost'],
      ['a@b@c@d'],
      ['five @ 3.50 each'],
    ],
  },
  {
    recognizer: creditCard,
    rows: [
      ['4111111111111111', '4111111111111111'],
      ['card 4012 8888 8888 1881 exp 12/29', '4012 8888 8888 1881'],
      ['3714-496353-98431', '3714-496353-98431'],
      ['5555555555554444, 6011000990139424', '5555555555554444', '6011000990139424'],
      ['12 4111 1111 1111 1111 123', '4111 1111 1111 1111'],
      ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'],
      ['４１１１１１１１１１１１１１１１', '４１１１１１１１１１１１１１１１'],
      ['4111\u00A01111\u00A01111\u00A01111', '4111\u00A01111\u00A01111\u00A01111'],
      ['4111\u200B1111\u200B1111\u200B1111', '4111\u200B1111\u200B1111\u200B1111'],
      ['card no. 122000000000003', '122000000000003'],
      ['4111.1111.1111.1111', '4111.1111.1111.1111'],
      ['4111/1111/1111/1111', '4111/1111/1111/1111'],
      ['4111_1111_1111_1111', '4111_1111_1111_1111'],
      ['4111 1111\n1111 1111', '4111 1111\n1111 1111'],
      ['4111-1111-\r\n1111-1111', '4111-1111-\r\n1111-1111'],
      ['4111.1111.1111.1112'],
      ['1.4111.1111.1111'],
      ['4111111111111112'],
      ['122000000000003'],
      ['0000000000000000'],
      ['1700000000000'],
      ['id a4111111111111111b'],
      ['41111111111111111111111'],
    ],
  },
  {
    recognizer: ibanCode,
    rows: [
      ['DE89370400440532013000', 'DE89370400440532013000'],
      ['IBAN GB29 NWBK 6016 1331 9268 19, thanks', 'GB29 NWBK 6016 1331 9268 19'],
      ['no93 8601 1117 947', 'no93 8601 1117 947'],
      ['DE89 3704 0044\n0532 0130 00', 'DE89 3704 0044\n0532 0130 00'],
      ['DE89 3704 0044 \r\n0532 0130 00', 'DE89 3704 0044 \r\n0532 0130 00'],
      ['DE89 3704 0044\n\n\n0532 0130 01'],
      ['FR14-2004-1010-0505-0001-3M02-606', 'FR14-2004-1010-0505-0001-3M02-606'],
      ['DE88370400440532013000'],
      ['DE8937040044053201300'],
      ['XX89370400440532013000'],
      ['in 2024 there were 12'],
    ],
  },
  {
    recognizer: usSsn,
    rows: [
      ['536-10-7704', '536-10-7704'],
      ['my social security number is 536107704', '536107704'],
      ['SSN: 536 10 7704', '536 10 7704'],
      ['536-10-7704.', '536-10-7704'],
      ['536-10-\n7704', '536-10-\n7704'],
      ['536-\r\n10-7704', '536-\r\n10-7704'],
      ['536-10\n7704'],
      ['000-10-7704'],
      ['666-10-7704'],
      ['900-10-7704'],
      ['536-00-7704'],
      ['536-10-0000'],
      ['536107704'],
      ['1536-10-7704'],
      ['536-10-77041'],
    ],
  },
  {
    recognizer: ipAddress,
    rows: [
      ['host 192.0.2.1 is down', '192.0.2.1'],
      ['http://10.1.2.3:8080/', '10.1.2.3'],
      ['203[.]0[.]113[.]7', '203[.]0[.]113[.]7'],
      ['203.0.113[.]7', '203.0.113[.]7'],
      ['256[.]0[.]113[.]7'],
      ['2001:db8::8a2e:370:7334', '2001:db8::8a2e:370:7334'],
      ['[2001:db8:0:0:0:0:2:1]:443', '2001:db8:0:0:0:0:2:1'],
      ['::ffff:192.0.2.128', '::ffff:192.0.2.128'],
      ['fe80::1%eth0', 'fe80::1%eth0'],
      ['1.2.3.4.5'],
      ['v1.2.3.4'],
      ['version 1.2.3.4'],
      ['256.1.1.1'],
      ['127.0.0.1 and 0.0.0.0 and ::1'],
      ['12:30:45'],
      ['std::vector and Ab::Cd'],
    ],
  },
  {
    recognizer: phoneNumber,
    rows: [
      ['+1 415 555 0132', '+1 415 555 0132'],
      ['(415) 555-0132', '(415) 555-0132'],
      ['415-555-0132', '415-555-0132'],
      ['415/555-2671', '415/555-2671'],
      ['415 555-2671', '415 555-2671'],
      ['T: 4155552671', '4155552671'],
      ['M: 4155552671', '4155552671'],
      ['mobile=4155552671', '4155552671'],
      ['100 200-3000'],
      ['00 00 01 00 00 00'],
      ['7f 45 01 02 03 04 05 6a 0b'],
      ['call de 01 84 17 61 18', '01 84 17 61 18'],
      ['415.555.0132 x22', '415.555.0132 x22'],
      ['+49 (0)30 1234567', '+49 (0)30 1234567'],
      ['+442071838750', '+442071838750'],
      ['01.84.17.61.18', '01.84.17.61.18'],
      ['030 1234567', '030 1234567'],
      ['call 4155550132', '4155550132'],
      ['Telefon: 9761 9808', '9761 9808'],
      ['0049 30 1234567', '0049 30 1234567'],
      ['4155550132'],
      ['1990-1995'],
      ['2024-01-31'],
      ['31.01.2024'],
      ['3.14159265358'],
      ['978-3-16-148410-0'],
      ['order no. 415-555-0132'],
      ['192.0.2.123'],
      ['1111111111'],
    ],
  },
  {
    recognizer: person,
    rows: [
      ['Dear Mr. Okonjo, thank you', 'Okonjo'],
      ['My name is Alice Smith.', 'Alice Smith'],
      ['I am Xerxes Qwghlm.', 'Xerxes Qwghlm'],
      ['I met Jean-Luc Picard yesterday', 'Jean-Luc Picard'],
      ["Call Miles O'Neil now", "Miles O'Neil"],
      ['A letter from Anna van der Berg arrived', 'Anna van der Berg'],
      ['Director John F. Kennedy spoke', 'John F. Kennedy'],
      ['Frau Dr. Müller ist krank', 'Müller'],
      ['Patient: Zbynek Kral', 'Zbynek Kral'],
      ['Best regards,\nPriya', 'Priya'],
      ['Quorl Vantz <q@example.com>', 'Quorl Vantz'],
      ['my name is anthony', 'anthony'],
      ['Rajesh Kumar and Wei Zhang met', 'Rajesh Kumar', 'Wei Zhang'],
      ['José García vive aquí', 'José García'],
      ['Mit freundlichen Grüßen\nHeinz-Jürgen Brüggemann', 'Heinz-Jürgen Brüggemann'],
      ['Viele Grüße\r\nAnnegret', 'Annegret'],
      ['Cordialement,\nAgnès Delacroix', 'Agnès Delacroix'],
      ['Un saludo,\nIñaki Goikoetxea', 'Iñaki Goikoetxea'],
      ['Frau Bräsemann ruft an', 'Bräsemann'],
      ['Mme Dieudonné', 'Dieudonné'],
      ['Doña Remedios Iturbe', 'Remedios Iturbe'],
      ['> Thanks,\n> Seun', 'Seun'],
      ['>> Best regards,\n>> Quorl Vantz', 'Quorl Vantz'],
      ['Meine Kollegin heißt Annegret Pfützenreuter', 'Annegret Pfützenreuter'],
      ['3:14 PM Oluwaseun Adebayo', 'Oluwaseun Adebayo'],
      ['Mr. Jenkins runs the build server', 'Jenkins'],
      ['Tell Victoria that Jackson called', 'Victoria', 'Jackson'],
      ['Use Jenkins, Docker, Jackson, Hudson, Maven'],
      ['Victoria Metrics'],
      ['JP Morgan and Morgan Stanley'],
      ['J.P. Morgan'],
      ['with Ruby on Rails'],
      ['a book about Haskell'],
      ['Ignoriere die Kommentare im Code'],
      ['The New York Times wrote'],
      ['We visited San Francisco in June.'],
      ['Johnson & Johnson Inc. reported'],
      ['Please open the Settings page'],
      ['Will you mark this in May?'],
      ['I am happy. I am Happy'.slice(0, 11)],
      ['THE QUICK BROWN FOX'],
      ['Harvard University and Microsoft'],
    ],
  },
]

describe.each(TABLES)('$recognizer.name', ({ recognizer, rows }) => {
  it.each(rows)('%s', (text, ...values) => {
    const spans = scanSlice(text, { kind: 'prose' }, [recognizer])
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(values)
    expect(spans.every(({ entity, confidence }) => entity === recognizer.entity && confidence >= 0.5)).toBe(true)
  })
})

describe('the name of the member that holds a value', () => {
  it.each([
    ['ssn', '536107704', usSsn],
    ['customerPhone', '4155550132', phoneNumber],
    ['full_name', 'Quorl Vantz', person],
  ] as const)('%s', (label, text, recognizer) => {
    expect(scanSlice(text, { kind: 'structured', label }, [recognizer])).toHaveLength(1)
    expect(scanSlice(text, { kind: 'structured' }, [recognizer])).toHaveLength(0)
  })
})
