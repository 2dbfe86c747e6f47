import type { ChatRequest } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { positionsOf } from '../../request/index.ts'
import { WINDOW_LENGTH } from '../../run/windows.ts'
import { runSteps } from '../../testing/run-steps.ts'
import { LABEL_PLACES, LabelledValueReader, labelledValueReader } from './labelled-values.ts'
import { createQuestions } from './questions.ts'
import { RULES, scanSlice, scanSteps } from './scan-text.ts'

type Value = readonly [entity: string, value: string]
type Row = readonly [text: string, values: Found]
type Found = readonly Value[]

function found(text: string, question?: string): Found {
  const reading = question === undefined ? { kind: 'prose' as const } : { kind: 'prose' as const, question }
  return scanSlice(text, reading, RULES).map(({ entity, start, end }) => [entity, text.slice(start, end)])
}

const ROWS: Found = [
  ['PERSON', 'Oyelaran Adeyemi'],
  ['US_SSN', '536107704'],
  ['PERSON', 'Zanele Khumalo'],
  ['US_SSN', '536107705'],
  ['PERSON', 'Ngozi'],
  ['US_SSN', '536107706'],
]

describe('a column header holds for every row', () => {
  it.each([
    ['commas', 'name,ssn\nOyelaran Adeyemi,536107704\nZanele Khumalo,536107705\nNgozi,536107706'],
    [
      'CRLF and quotes',
      '"Name","SSN"\r\n"Oyelaran Adeyemi","536107704"\r\n"Zanele Khumalo","536107705"\r\n"Ngozi","536107706"\r\n',
    ],
    [
      'semicolons',
      'id;Full Name;socialSecurityNumber\n1;Oyelaran Adeyemi;536107704\n2;Zanele Khumalo;536107705\n3;Ngozi;536107706',
    ],
    ['tabs', 'employee\tssn\nOyelaran Adeyemi\t536107704\nZanele Khumalo\t536107705\nNgozi\t536107706'],
    [
      'a quoted delimiter',
      'city,name,ssn\n"A, B",Oyelaran Adeyemi,536107704\n,Zanele Khumalo,536107705\nx,Ngozi,536107706',
    ],
    [
      'words before it',
      'Here they are: name,ssn\nOyelaran Adeyemi,536107704\nZanele Khumalo,536107705\nNgozi,536107706\n\nThanks',
    ],
    [
      'Markdown',
      '| # | Customer | SSN |\n|---|:---|---:|\n| 1 | Oyelaran Adeyemi | 536107704 |\n|  | Zanele Khumalo | 536107705 |\n| 3 | **Ngozi** | 536107706 |',
    ],
    [
      'SQL',
      "INSERT INTO `t` (id, name, ssn) VALUES (1, 'Oyelaran Adeyemi', '536107704'),\n  (2, 'Zanele Khumalo', 536107705), (3, 'Ngozi', 536107706);",
    ],
    [
      'columns and rows in JSON',
      '{"columns":["name","ssn"],"rows":[["Oyelaran Adeyemi","536107704"],["Zanele Khumalo",536107705],["Ngozi","536107706"]]}',
    ],
    ...['REPLACE INTO', 'INSERT IGNORE INTO', 'INSERT OR REPLACE INTO'].map((statement) => [
      statement,
      `${statement} t(name, ssn) VALUES ('Oyelaran Adeyemi', '536107704'), ('Zanele Khumalo', 536107705), ('Ngozi', 536107706)`,
    ]),
    [
      'members between columns and rows',
      '{"columns":["name","ssn"],"index":[0,1,2],"n":3,"data":[["Oyelaran Adeyemi","536107704"],["Zanele Khumalo",536107705],["Ngozi","536107706"]]}',
    ],
  ])('%s', (_, text) => expect(found(text)).toEqual(ROWS))

  it.each<Row>([
    [
      'phone,age\n4155552671,30\n4155552672,31',
      [
        ['PHONE_NUMBER', '4155552671'],
        ['PHONE_NUMBER', '4155552672'],
      ],
    ],
    [
      'SSN\n536107704\n536107705',
      [
        ['US_SSN', '536107704'],
        ['US_SSN', '536107705'],
      ],
    ],
    ['id,card number\n1,122000000000003\n2,122000000000004', [['CREDIT_CARD', '122000000000003']]],
    [
      'Vorname;Nachname;Handy\nZanele;Khumalo;01512345678',
      [
        ['PERSON', 'Zanele'],
        ['PERSON', 'Khumalo'],
        ['PHONE_NUMBER', '01512345678'],
      ],
    ],
    ["  'Contact',\n  'Paths',\n  'Qworvan',", []],
    ['order,total\n536107704,4155552671', []],
    ['product name,price\nDeep Blue Widget,12\nQuorl Vantz,13', []],
    ['| Name | Type | Description |\n|---|---|---|\n| Access Token | String | Opaque Value |', []],
    ['name,ssn\nnull,000000000\nUnknown,999999999\nAcme Corp,1', []],
    ['name,ssn\nfoo,bar\n\nQuorl Vantz,1', []],
    ['INSERT INTO orders(id, total) VALUES (536107704, 4155552671), (536107705, 1)', []],
    ['{"columns":["id","total"],"rows":[[536107704,4155552671]]}', []],
  ])('%s', (text, values) => expect(found(text)).toEqual(values))

  it.each([
    ['commas', 'name,ssn\n', (i: number) => `Zanele Khumalo,${536_100_000 + i}\n`],
    ['Markdown', '| name | ssn |\n|---|---|\n', (i: number) => `| Zanele Khumalo | ${536_100_000 + i} |\n`],
    ['SQL', 'INSERT INTO t (name, ssn) VALUES ', (i: number) => `('Zanele Khumalo', ${536_100_000 + i}), `],
  ])('in every slice of a long text: %s', async (_, header, row) => {
    const text = header + Array.from({ length: 5000 }, (_unused, i) => row(i + 1)).join('')
    expect(text.length).toBeGreaterThan(3 * WINDOW_LENGTH)
    const spans = runSteps(scanSteps(text, { kind: 'prose' }, RULES))
    expect(spans.filter(({ entity }) => entity === 'US_SSN')).toHaveLength(5000)
    expect(spans.filter(({ entity }) => entity === 'PERSON')).toHaveLength(5000)
    for (const { start, end } of spans) expect(text.slice(start, end)).toMatch(/^(?:Zanele Khumalo|5361\d{5})$/)
  })
})

describe('a label holds for its value', () => {
  const person = (value: string): Found => [['PERSON', value]]
  const ssn = (value: string): Found => [['US_SSN', value]]
  const keys =
    'name firstName last_name fullName customerName contact_person given family surname Vorname Nachname nom prénom kontoinhaber accountHolder ' +
    'first-name CustomerName cardholder_name'
  it.each(
    keys
      .split(' ')
      .flatMap((key) => [
        [`{"${key}": "Khumalo"}`, person('Khumalo')] as const,
        [`{'${key}':'Oyelaran Adeyemi', 'x': 1}`, person('Oyelaran Adeyemi')] as const,
        [`x, ${key}: Oyelaran Adeyemi, x`, person('Oyelaran Adeyemi')] as const,
        [`${key}=Oyelaran Adeyemi`, person('Oyelaran Adeyemi')] as const,
        [`<${key}>Oyelaran Adeyemi</${key}>`, person('Oyelaran Adeyemi')] as const,
      ]),
  )('%s', (text, values) => expect(found(text)).toEqual(values))

  it.each<Row>([
    ['{"phoneNumber": "4155552671"}', [['PHONE_NUMBER', '4155552671']]],
    ['<mobile>4155552671</mobile>', [['PHONE_NUMBER', '4155552671']]],
    ['tel=4155552671&x=1', [['PHONE_NUMBER', '4155552671']]],
    ['mobile_phone: 4155552671', [['PHONE_NUMBER', '4155552671']]],
    [
      'T: 4155552671 | M: 4155552672',
      [
        ['PHONE_NUMBER', '4155552671'],
        ['PHONE_NUMBER', '4155552672'],
      ],
    ],
    [
      '{"ssn": 536107704, "taxId": "536107705"}',
      [
        ['US_SSN', '536107704'],
        ['US_SSN', '536107705'],
      ],
    ],
    ['socialSecurityNumber=536107704', [['US_SSN', '536107704']]],
    ['social-security-number: 536 10 7704', [['US_SSN', '536 10 7704']]],
    ['{\\"ssn\\": \\"536107704\\"}', [['US_SSN', '536107704']]],
    ['{"cardNumber":"122000000000003"}', [['CREDIT_CARD', '122000000000003']]],
    [
      '{"iban":"DE89370400440532013000","ip":"10.20.30.40"}',
      [
        ['IBAN_CODE', 'DE89370400440532013000'],
        ['IP_ADDRESS', '10.20.30.40'],
      ],
    ],
    ['{"fileName": "Quorl Vantz", "productName": "Quorl Vantz", "name": "quorl"}', []],
    ['firstName: String, lastName: React.ReactNode', []],
    ['{"total": 536107704, "orderNumber": 4155552671, "customerNumber": "536107704"}', []],
    ["UPDATE c SET name='Quorl Vantz' WHERE id=1", person('Quorl Vantz')],
    ["SELECT * FROM c WHERE name = 'Quorl Vantz'", person('Quorl Vantz')],
    ['SELECT 1 FROM c WHERE c.name = "Quorl Vantz"', person('Quorl Vantz')],
    ["DELETE FROM customers WHERE id > 1 AND customers.last_name = 'Vantz'", person('Vantz')],
    ["['id' => 1, 'name' => 'Quorl Vantz']", person('Quorl Vantz')],
    ['{"name":["Quorl Vantz"]}', person('Quorl Vantz')],
    ['x {"name": ["Quorl Vantz", "Zorb O\'Plim"], "x": 1}', [...person('Quorl Vantz'), ...person("Zorb O'Plim")]],
    ['{"ssn":[536107704,"536107705"]}', [...ssn('536107704'), ...ssn('536107705')]],
    ['| Name |\n|---|\n| Quorl Vantz |\n| Zorb Plim |', [...person('Quorl Vantz'), ...person('Zorb Plim')]],
    ['names.map(name => "Quorl Vantz")', []],
    ['name: [Deep Blue](https://x.example)', [['URL', 'https://x.example']]],
    ["WHERE product_name = 'Deep Blue'", []],
    ["spring.application.name = 'Deep Blue'", []],
    ['File name = Deep Blue', []],
    ['{"phone": "2024-01-31"}', [['DATE_TIME', '2024-01-31']]],
    ['{"ssn": "000107704", "cardNumber": "122000000000004"}', []],
    ['const t: 4155552671', []],
    ['function of<TName>(name: TName, client: UIClient) {', []],
    ['The ratio is 3:1 and x => y, a >= b', []],
  ])('%s', (text, values) => expect(found(text)).toEqual(values))

  it.each([
    ['taxId', '536107704', 'US_SSN'],
    ['kontoinhaber', 'Quorl Vantz', 'PERSON'],
    ['mobilePhone', '4155552671', 'PHONE_NUMBER'],
  ])('as the name of a member: %s', (label, text, entity) => {
    expect(scanSlice(text, { kind: 'structured', label }, RULES).map((span) => span.entity)).toEqual([entity])
    expect(scanSlice(text, { kind: 'structured', label: 'x' }, RULES)).toEqual([])
  })

  it.each([
    ':',
    '=',
    '>',
    '"',
    '<',
    'name:',
    'name=A',
    'name,ssn\n',
    '|',
    'insert into t(',
    '"columns":[',
    '\n',
    'T:',
    'name:["A",',
    'name:[',
    '"columns":["name"],"a":[1],',
    'replace into ',
    'where a.',
    'a:b=',
    'a dot a at a ',
    'a%40',
    '4111.',
    '1[.]',
    'DE89 \n',
    'Alice van der ',
    '> \n',
  ])(
    'takes no more than linear time: %j',
    (part) => {
      const text = `name: ${part.repeat(32_000 / part.length)}`
      // Ten times what it takes; what is not linear takes minutes.
      expect(() => scanSlice(text, { kind: 'prose' }, RULES)).not.toThrow()
    },
    5000,
  )
})

describe('a short answer takes its question along', () => {
  it.each<readonly [question: string, answer: string, values: Found]>([
    ['And your phone number?', '4155552671', [['PHONE_NUMBER', '4155552671']]],
    ['And your SSN?', '536107704', [['US_SSN', '536107704']]],
    ['What is your name?', 'Zanele Khumalo', [['PERSON', 'Zanele Khumalo']]],
    ['Could you tell me the card number, please?', '122000000000003', [['CREDIT_CARD', '122000000000003']]],
    [
      'Your name and phone number?',
      'Zanele Khumalo, 4155552671',
      [
        ['PERSON', 'Zanele Khumalo'],
        ['PHONE_NUMBER', '4155552671'],
      ],
    ],
    ['Wie ist Ihre Telefonnummer?', 'das ist 015112345678', [['PHONE_NUMBER', '015112345678']]],
    ['Which order number?', '4155552671', []],
    ['Which file name?', 'Final Report', []],
    ['What is your name?', 'No', []],
  ])('%s %s', (question, answer, values) => {
    expect(found(answer, question)).toEqual(values)
    expect(found(answer, 'Is there more?')).toEqual([])
  })

  it.each<readonly [name: string, messages: ChatRequest['messages'], asked: string | undefined]>([
    [
      'the last sentence',
      [
        { role: 'assistant', content: 'Thanks. And your SSN?' },
        { role: 'user', content: 'x y' },
      ],
      'And your SSN?',
    ],
    ['nothing before', [{ role: 'user', content: 'x y' }], undefined],
    [
      'eight words',
      [
        { role: 'assistant', content: 'SSN?' },
        { role: 'user', content: '1 2 3 4 5 6 7 8' },
      ],
      'SSN?',
    ],
    [
      'nine words',
      [
        { role: 'assistant', content: 'SSN?' },
        { role: 'user', content: '1 2 3 4 5 6 7 8 9' },
      ],
      undefined,
    ],
    [
      'another between',
      [
        { role: 'assistant', content: 'SSN?' },
        { role: 'system', content: 'be brief' },
        { role: 'user', content: 'x' },
      ],
      undefined,
    ],
  ])('%s', (_, messages, asked) => {
    const questions = createQuestions()
    const all = positionsOf({ kind: 'chat', body: { model: 'm', messages } }).map((position) =>
      questions.before(position),
    )
    expect(all.at(-1)).toBe(asked)
  })
})

describe('the places of labels', () => {
  const rows: readonly Row[] = [
    ['{"ssn": "536107704"}', [['US_SSN', '536107704']]],
    ['<ssn lang="en">536107704</ssn>', [['US_SSN', '536107704']]],
    ['T: 4155552671', [['PHONE_NUMBER', '4155552671']]],
    ['ssn=536107704', [['US_SSN', '536107704']]],
    ...['|', '\t', ';', ','].map((mark): Row => [`id${mark}ssn\n1${mark}536107704`, [['US_SSN', '536107704']]]),
    ['INSERT INTO t (id, ssn) VALUES (1, 536107704)', [['US_SSN', '536107704']]],
    ...['columns', 'header', 'headers', 'fields'].map(
      (key): Row => [`{"${key}":["id","ssn"],"rows":[[1,"536107704"]]}`, [['US_SSN', '536107704']]],
    ),
    ...['rows', 'data', 'values', 'records'].map(
      (key): Row => [`{"columns":["id","ssn"],"${key}":[[1,"536107704"]]}`, [['US_SSN', '536107704']]],
    ),
  ]
  const withoutEach = Object.entries(LABEL_PLACES).flatMap(([name, list]: [string, readonly unknown[]]) =>
    list.map((left, place): readonly [string, LabelledValueReader] => [
      `${name}: ${typeof left === 'function' ? left.name : left}`,
      new LabelledValueReader({ ...LABEL_PLACES, [name]: list.filter((_, i) => i !== place) }),
    ]),
  )
  const redRows = (reader: LabelledValueReader) =>
    rows.filter(([text, values]) => {
      const read = reader.read(text, {}).values.map(({ entity, start, end }) => `${entity} ${text.slice(start, end)}`)
      return read.join() !== values.map((value) => value.join(' ')).join()
    })

  it('are those of the rows', () => expect(redRows(labelledValueReader)).toEqual([]))

  it.each(withoutEach)('have a row for %s', (_, reader) => expect(redRows(reader)).not.toEqual([]))
})
