import { type ChatMessage, type ChatRequest, chatRequestSchema } from '@sluice/contracts'
import { createMemoryStateMap } from '@sluice/token-vault/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DeliveredTextMemory } from '../delivered/index.ts'
import { type CodenameRegistry, compileCodenames } from '../ports/codename-registry.ts'
import { WINDOW_LENGTH } from '../run/windows.ts'
import { SentTextMemory } from '../sent/index.ts'
import { chat } from '../testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests } from '../testing/exchange-for-tests.ts'
import { createSensitivityLayer } from './l2-sensitivity/index.ts'
import { createTokenizeLayer } from './l3-tokenize/index.ts'

const index = compileCodenames([
  { term: 'Nightfall', level: 7 },
  { term: 'Gloaming', level: 6, replacement: 'FALCON' },
])
const codenames: CodenameRegistry = {
  current: () => ({ version: '1', index }),
}
const find = createSensitivityLayer({
  codenames,
  unreadableLevels: { image: 7, audio: 7, file: 7, readFile: 7 },
  timeoutMs: 1_000,
})
const mask = createTokenizeLayer({
  unreadableLevels: { image: 7, audio: 7, file: 7, readFile: 7 },
  stateMap: createMemoryStateMap(),
  keyRing: keyRingForTests,
  delivered: new DeliveredTextMemory(),
  sent: new SentTextMemory(),
  writeTimeoutMs: 1_000,
  timeoutMs: 1_000,
})

/** The request as a model receives it, and the values that its tokens stand for. */
async function masked(members: Partial<Record<keyof ChatRequest, unknown>>) {
  const request = chat(chatRequestSchema.parse({ model: 'm', messages: [{ role: 'user' }], ...members }))
  const { findings = [], facts } = await find.decide(request, exchangeForTests())
  const decision = await mask.decide(request, exchangeForTests({ findings }))
  const sent = decision.type === 'transform' ? decision.request : request
  if (sent.kind !== 'chat' || sent.remote !== undefined) throw new Error(sent.kind)
  const restorations = decision.facts?.restorations ?? new Map()
  return { body: sent.body, tile: facts?.tile, values: [...restorations.values()].map(({ value }) => value) }
}

const ID = /(?:_(?:[A-Z]\d\w{2}){1,2})?_[0-9A-HJKMNP-TV-Z]{10}/g

/** The content of one message as a model receives it, each token without its id. */
async function maskedContent(content: unknown, role: ChatMessage['role'] = 'user'): Promise<unknown> {
  const { body } = await masked({ messages: [{ role, content }] })
  const [message] = body.messages
  return JSON.parse(JSON.stringify(message?.content ?? null).replaceAll(ID, ''))
}

it('puts the replacement of a codename into its tokens, and keeps each spelling apart', async () => {
  const { body, values } = await masked({ messages: [{ role: 'user', content: 'Gloaming, GLOAMING, Nightfall' }] })
  const [first, second, third] = String(body.messages[0]?.content).split(', ')
  expect(first).toMatch(/^CODENAME_FALCON_[0-9A-HJKMNP-TV-Z]{10}$/)
  expect(second).toMatch(/^CODENAME_FALCON_[0-9A-HJKMNP-TV-Z]{10}$/)
  expect(third).toMatch(/^CODENAME_[0-9A-HJKMNP-TV-Z]{10}$/)
  expect(first).not.toBe(second)
  expect(values).toEqual(['Gloaming', 'GLOAMING', 'Nightfall'])
})

/** As Python's `json.dumps` writes it. */
const ascii = (value: unknown) =>
  JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const unit = (text: string) =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

const escaped = (record: unknown) =>
  JSON.stringify(record, (_, value) => (typeof value === 'string' ? `\ue001${unit(value)}` : value))
    .replaceAll('\ue001', '')
    .replaceAll('\\\\u', '\\u')

const RECORD = {
  name: 'Jürgen Müller',
  email: 'jürgen.müller@example.de',
  note: 'Bitte mit Frau Ayşe Çelik\nsprechen, Karte 4111 1111 1111 1111, SSN 536-10-7704',
}
const MASKED_RECORD = {
  name: 'PERSON',
  email: 'EMAIL_ADDRESS',
  note: 'Bitte mit Frau PERSON\nsprechen, Karte CREDIT_CARD, SSN US_SSN',
}

describe('escapes of JSON', () => {
  it.each([
    ['json.dumps in a prompt', (record: unknown) => ascii(record), 'user'],
    ['with indentation', (record: unknown) => ascii(record).replaceAll(',"', ',\n  "'), 'user'],
    ['escaped to the last letter', escaped, 'user'],
    ['of a tool', (record: unknown) => ascii(record), 'tool'],
    ['of the system', (record: unknown) => ascii(record), 'system'],
  ] as const)('%s hide nothing, and what is sent stays JSON', async (_, write, role) => {
    const sent = await maskedContent(write(RECORD), role)
    expect(JSON.parse(String(sent))).toEqual(MASKED_RECORD)
  })

  it('hide nothing in text around them, or in JSON in JSON', async () => {
    const sent = String(await maskedContent(`Translate this: ${ascii(RECORD)} Thanks!`))
    expect(JSON.parse(sent.slice(16, -8))).toEqual(MASKED_RECORD)
    const nested = String(await maskedContent(`See ${ascii({ body: ascii(RECORD) })}`))
    expect(JSON.parse(JSON.parse(nested.slice(4)).body)).toEqual(MASKED_RECORD)
  })

  it.each(['user', 'tool'] as const)('hide nothing in JSON lines of a %s', async (role) => {
    const lines = [RECORD, { card: 4111111111111111 }, RECORD].map(ascii).join('\n')
    const sent = String(await maskedContent(lines, role))
    expect(sent.split('\n').map((line) => JSON.parse(line))).toEqual([
      MASKED_RECORD,
      { card: 'CREDIT_CARD' },
      MASKED_RECORD,
    ])
  })

  it('hide nothing in arguments that are broken off', async () => {
    const broken = ascii(RECORD).slice(0, -2)
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: broken } }
    const { body } = await masked({ messages: [{ role: 'assistant', content: null, tool_calls: [call] }] })
    const sent = body.messages[0]?.tool_calls?.[0]?.function?.arguments.replaceAll(ID, '')
    expect(JSON.parse(`${sent}"}`)).toEqual(MASKED_RECORD)
  })

  it('give the value the token that it has without them', async () => {
    const { values, body } = await masked({
      messages: [
        { role: 'user', content: ascii(RECORD) },
        { role: 'user', content: JSON.stringify(RECORD) },
        { role: 'tool', content: ascii(RECORD) },
      ],
    })
    expect(values).toHaveLength(5)
    expect(values).toContain('Jürgen Müller')
    expect(new Set(body.messages.map(({ content }) => JSON.stringify(JSON.parse(String(content)))))).toHaveLength(1)
  })

  it('hide nothing on the border of two windows', async () => {
    for (let shift = -40; shift <= 2; shift += 3) {
      const before = 'a '.repeat(WINDOW_LENGTH).slice(0, WINDOW_LENGTH + shift)
      const sent = await maskedContent(`${before}"${ascii('Jürgen Müller')}" ${'b '.repeat(WINDOW_LENGTH)}`)
      expect(String(sent).slice(before.length, before.length + 12)).toMatch(/^""PERSON"" b/)
    }
  })

  it('hide no name that another place shows to be one', async () => {
    const { body } = await masked({
      messages: [
        { role: 'user', content: 'name: Quörl Väntz' },
        { role: 'tool', content: `we spoke with ${ascii('Quörl Väntz')} today` },
      ],
    })
    const [first, second] = body.messages.map(({ content }) => String(content).match(ID)?.[0])
    expect(second).toBe(first)
    expect(body.messages[1]?.content).toMatch(/^we spoke with "PERSON_(?:\w{4,8}_)?\w{10}" today$/)
  })

  it.each([
    ['a path', String.raw`Open C:\projects\nightfall\plan.txt`, String.raw`Open C:\projectsCODENAME\plan.txt`],
    ['a line break before a name', String.raw`"Hello\nNightfall"`, String.raw`"Hello\nCODENAME"`],
    ['a line break before an address', String.raw`"Hi\nbob@example.com"`, String.raw`"Hi\nEMAIL_ADDRESS"`],
    ['a quote', String.raw`{\"to\": \"bob@example.com\"}`, String.raw`{\"to\": \"EMAIL_ADDRESS\"}`],
    ['a number in JSON', '{"card": 4111111111111111, "n": 1}', '{"card": "CREDIT_CARD", "n": 1}'],
    ['a number in a list', '[[1,4111111111111111]]', '[[1,"CREDIT_CARD"]]'],
    ['lists in lines', '[1]\n[4111111111111111, 2]\nEnd', '[1]\n["CREDIT_CARD", 2]\nEnd'],
    ['a negative number', 'See {"x":-4111111111111111}', 'See {"x":"-CREDIT_CARD"}'],
    ['a fraction', '{"x":[4111111111111111.0]}', '{"x":["CREDIT_CARD.0"]}'],
    [
      'a string in JSON',
      '["\\": 4111111111111111,", ": 4111111111111111"]',
      '["\\": \\"CREDIT_CARD\\",", ": CREDIT_CARD"]',
    ],
    ['no list of JSON', 'cards: 1,4111111111111111,2 [1,4111111111111111', 'cards: 1,CREDIT_CARD,2 [1,CREDIT_CARD'],
    ['a lone number', '4111111111111111', 'CREDIT_CARD'],
  ])('are read where they are some: %s', async (_, content, sent) => {
    expect(await maskedContent(content)).toBe(sent)
  })
})

describe('numbers of JSON', () => {
  it.each(['4111111111111111', '-4111111111111111', ' 4111111111111111.0 '])(
    'that are all a tool says are masked as JSON: %s',
    async (content) => {
      const sent = await maskedContent(content, 'tool')
      expect(JSON.parse(String(sent))).toMatch(/^-?CREDIT_CARD$/)
    },
  )

  it.each(['user', 'tool'] as const)('leave JSON of a %s valid wherever they stand', async (role) => {
    const number = fc.constantFrom('4111111111111111', '-4111111111111111', '4111111111111111.0', '5555555555554444')
    const text = fc
      .constantFrom('": 4111111111111111,', '[4111111111111111, 2]', 'a', '\\', '"')
      .map((part) => JSON.stringify(part))
    const { json } = fc.letrec<{ json: string }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.oneof(number, text, fc.constant('1')),
        fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
        fc
          .array(fc.tuple(fc.constantFrom('a', '\\"', ':'), tie('json')), { maxLength: 3 })
          .map(
            (members) => `{${members.map(([name, value], at) => `${JSON.stringify(name + at)}:${value}`).join(',\n')}}`,
          ),
        tie('json').map((inner) => JSON.stringify(inner)),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(json, async (inner) => {
        const sent = String(await maskedContent(`[${inner}]`, role))
        expect(() => JSON.parse(sent)).not.toThrow()
        expect(sent).not.toMatch(/4111111111111111|5555555555554444/)
      }),
      { numRuns: 200 },
    )
  })
})

describe('other encodings', () => {
  it.each([
    ['https://x.example/?q=maria.keller%40example.com&p=1', 'https://x.example/?q=EMAIL_ADDRESS&p=1'],
    ['https://x.example/?c=4111%201111%201111%201111', 'https://x.example/?c=CREDIT_CARD'],
    ['https://x.example/?c=%34111%31111%31111%31111', 'https://x.example/?c=CREDIT_CARD'],
    ['a%2540: maria.keller%2540example.com', 'a%2540: EMAIL_ADDRESS'],
    ['Discount 15%4111111111111111', 'Discount 15CREDIT_CARD'],
    ['Dear M%C3%BCller, J%C3%BCrgen M%C3%BCller', 'Dear PERSON, PERSON'],
    ['maria.keller&#64;example.com', 'EMAIL_ADDRESS'],
    ['maria.keller&commat;example&period;com', 'EMAIL_ADDRESS'],
    ['maria.keller&#x40;example.com', 'EMAIL_ADDRESS'],
    ['<td>&#52;111&nbsp;1111&#32;1111 1111</td>', '<td>CREDIT_CARD</td>'],
    ['<td>J&uuml;rgen M&uuml;ller</td>', '<td>PERSON</td>'],
    ['maria.keller&amp;#64;example.com', 'EMAIL_ADDRESS'],
    ['so happy for you &amp; Dave !', 'so happy for you &amp; PERSON !'],
    ['name=Quorl+Vantz&card=4111+1111+1111+1111&x=1', 'name=PERSON&card=CREDIT_CARD&x=1'],
    ['POST /?first=a&name=J%C3%BCrgen+M%C3%BCller&last=b', 'POST /?first=a&name=PERSON&last=b'],
    ['to=maria+news@example.com&n=1', 'to=EMAIL_ADDRESS&n=1'],
    ['sum=a+b and x += 4111+1111', 'sum=a+b and x += 4111+1111'],
    [`{"data": "${btoa('Card 4111 1111 1111 1111')}"}`, '{"data": "CREDIT_CARD"}'],
    [`Decode ${btoa('{"card": 4111111111111111}')}, please`, 'Decode CREDIT_CARD, please'],
  ])('%s', async (content, sent) => expect(await maskedContent(content)).toBe(sent))
})

describe('text in the form of a token', () => {
  it.each([
    ['CREDIT_CARD_4111111111111111', 'CREDIT_CARD_CREDIT_CARD'],
    ['PHONE_NUMBER_4155552671', 'PHONE_NUMBER_PHONE_NUMBER'],
    ['US_SSN_536107704', 'US_SSN_US_SSN'],
    ['Ask PERSON_7H3K9Q2M5T.', 'Ask PERSON.'],
    ['PERSON_7H3K9Q2M5Ts and CREDIT_CARD_411111111A', 'PERSONs and CREDIT_CARD'],
  ])('%s', async (content, sent) => expect(await maskedContent(content)).toBe(sent))
})

describe('the name of a participant', () => {
  const maskedName = async (name: string, role: ChatMessage['role'] = 'user') => {
    const { body } = await masked({ messages: [{ role, name, content: 'Hello' }] })
    const sent = body.messages[0]?.name ?? ''
    expect(sent).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    return sent.replaceAll(ID, '')
  }
  it.each([
    ['Maria_Keller', 'PERSON'],
    ['Maria-Keller', 'PERSON'],
    ['maria_keller', 'PERSON'],
    ['Quorl_Vantz', 'PERSON'],
    ['alice', 'PERSON'],
    ['Alice', 'PERSON'],
    ['user_4111111111111111', 'user_CREDIT_CARD'],
    ['nightfall_bot', 'CODENAME_bot'],
    ['user', 'user'],
    ['assistant_1', 'assistant_1'],
    ['example_user', 'example_user'],
    ['code_reviewer', 'code_reviewer'],
  ])('%s is sent as %s', async (name, sent) => expect(await maskedName(name)).toBe(sent))

  it('is masked in the text too, and is the name of a function in the message of one', async () => {
    const { body, values } = await masked({
      messages: [
        { role: 'user', name: 'Quorl_Vantz', content: 'I am Quorl Vantz, known as Quorl_Vantz' },
        { role: 'function', name: 'Alice', content: '{}' },
      ],
    })
    expect(JSON.stringify(body.messages[0]?.content)).not.toMatch(/Quorl|Vantz/)
    expect(values.toSorted()).toEqual(['Quorl Vantz', 'Quorl_Vantz'])
    expect(body.messages[1]?.name).toBe('Alice')
  })
})

describe('a value that is split over the text parts of a message', () => {
  const textsOf = async (texts: readonly string[], between: readonly object[] = []) => {
    const parts = texts.flatMap((text, at) => [...(at === 1 ? between : []), { type: 'text', text }])
    const { body, values, tile } = await masked({ messages: [{ role: 'user', content: parts }] })
    const { content } = body.messages[0] ?? {}
    if (!Array.isArray(content)) throw new Error('no parts')
    const sent = content.flatMap(({ text }) => text ?? [])
    expect(sent.join('').match(ID) ?? []).toHaveLength(values.length)
    return { sent: sent.map((text) => text.replaceAll(ID, '')), values, tile }
  }

  it.each([
    [['4111 1111 ', '1111 1111'], ['CREDIT_CARD', ''], ['4111 1111 1111 1111']],
    [['My card: 4111 1111 ', '1111 1111, thanks'], ['My card: CREDIT_CARD', ', thanks'], ['4111 1111 1111 1111']],
    [['a 41', '11', '', '1111', '1111', '1111 b'], ['a CREDIT_CARD', '', '', '', '', ' b'], ['4111111111111111']],
    [
      [...'4111111111111111'],
      ['CREDIT_CARD', ...'.'.repeat(15)].map((text) => (text === '.' ? '' : text)),
      ['4111111111111111'],
    ],
    [['Mail maria.keller@exam', 'ple.com now'], ['Mail EMAIL_ADDRESS', ' now'], ['maria.keller@example.com']],
    [['Project Night', 'fall begins'], ['Project CODENAME', ' begins'], ['Nightfall']],
    [['Ask Maria', ' Keller about it'], ['Ask PERSON', ' about it'], ['Maria Keller']],
    // Neither list has this name: the tagger reads the joined text too.
    [['She talked to Ben', 'guerel about it'], ['She talked to PERSON', ' about it'], ['Benguerel']],
    [['SSN 536-10', '-7704.'], ['SSN US_SSN', '.'], ['536-10-7704']],
    [['J\\u00fcrgen M\\u00fc', 'ller'], ['PERSON', ''], ['Jürgen Müller']],
    [
      ['x 4111 1111 ', '1111 1111 y 5555 5555 ', '5555 4444 z'],
      ['x CREDIT_CARD', ' y CREDIT_CARD', ' z'],
      ['4111 1111 1111 1111', '5555 5555 5555 4444'],
    ],
  ])('%j is sent as %j', async (texts, sent, values) => {
    expect(await textsOf(texts)).toMatchObject({ sent, values })
  })

  it('is found with a picture between, whose address stays, and counts once', async () => {
    const picture = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
    const { sent, tile } = await textsOf(['4111 1111 ', '1111 1111'], [picture])
    expect(sent).toEqual(['CREDIT_CARD', ''])
    expect(tile?.categories.PCI).toBe(1)
  })

  it.each([
    [
      ['My email is', 'bob@example.com'],
      ['My email is', 'EMAIL_ADDRESS'],
    ],
    [
      ['bob@example.com', 'requests a refund'],
      ['EMAIL_ADDRESS', 'requests a refund'],
    ],
    [
      ['4111 1111 1111 1111', '5555 5555 5555 4444'],
      ['CREDIT_CARD', 'CREDIT_CARD'],
    ],
    [
      ['Ask Maria Keller', 'Peter Smith knows'],
      ['Ask PERSON', 'PERSON knows'],
    ],
    [
      ['The sum is 12', '34 in all'],
      ['The sum is 12', '34 in all'],
    ],
  ])('is not made of values that are whole: %j', async (texts, sent) => {
    expect((await textsOf(texts)).sent).toEqual(sent)
  })

  it('does not leave wherever it is cut, and comes back once', async () => {
    const text = 'Card 4111 1111 1111 1111, mail maria.keller@example.com, SSN 536-10-7704.'
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(text.length), { maxLength: 12 }), async (cuts) => {
        const ends = [...cuts.toSorted((a, b) => a - b), text.length]
        const texts = ends.map((end, at) => text.slice(ends[at - 1] ?? 0, end))
        const { sent, values } = await textsOf(texts)
        // A piece such as `SN` may look like a name.
        expect(sent.join('')).toMatch(/^.*CREDIT_CARD, .*EMAIL_ADDRESS, .*US_SSN\.?$/)
        expect(values).toEqual(
          expect.arrayContaining(['4111 1111 1111 1111', '536-10-7704', 'maria.keller@example.com']),
        )
      }),
      { numRuns: 200 },
    )
  })

  it.each<[string, readonly { role: string; content: unknown }[], string]>([
    ['in a row', ['4111 1111 ', '1111 1111'].map((content) => ({ role: 'user', content })), 'CREDIT_CARD|'],
    [
      'in a row, in parts',
      ['a 4111 1111 ', '1111 1111 b'].map((text) => ({ role: 'user', content: [{ type: 'text', text }] })),
      'a CREDIT_CARD| b',
    ],
    [
      'in a row of three',
      ['maria.kel', 'ler@exam', 'ple.com'].map((content) => ({ role: 'system', content })),
      'EMAIL_ADDRESS||',
    ],
    [
      'of two roles',
      [
        { role: 'system', content: '4111 1111 ' },
        { role: 'user', content: '1111 1111' },
      ],
      '4111 1111 |1111 1111',
    ],
    [
      'with another message between',
      ['4111 1111 ', '1111 1111'].flatMap((content) => [
        { role: 'user', content },
        { role: 'assistant', content: 'Go on.' },
      ]),
      '4111 1111 |Go on.|1111 1111|Go on.',
    ],
    [
      'of two tools',
      ['4111 1111 ', '1111 1111'].map((content, at) => ({ role: 'tool', tool_call_id: `c${at}`, content })),
      '4111 1111 |1111 1111',
    ],
  ])('is looked for over messages of one role: %s', async (_, messages, sent) => {
    const { body } = await masked({ messages: [...messages] })
    const texts = body.messages.map(({ content }) => (Array.isArray(content) ? content[0]?.text : content))
    expect(texts.join('|').replaceAll(ID, '')).toBe(sent)
  })
})

describe('what is personal beside a person only', () => {
  it.each([
    ['What happened on 4 July 1776?', 'What happened on 4 July 1776?'],
    [
      'Is 12/05/2024 a Sunday? See https://example.com/calendar',
      'Is 12/05/2024 a Sunday? See https://example.com/calendar',
    ],
    ['Dear Anna Schmidt, born 4 July 1976', 'Dear PERSON, born DATE_OF_BIRTH'],
    ['Anna Schmidt came on 4 July 2024 at 14:30, aged 93', 'PERSON came on 4 July 2024 at 14:30, aged AGE'],
    ['Anna Schmidt is 10 years old, and came last Tuesday', 'PERSON is 10 years old, and came last Tuesday'],
    ['Anna Schmidt reads https://example.com', 'PERSON reads https://example.com'],
    ['What helps against migraine, ibuprofen or aspirin?', 'What helps against migraine, ibuprofen or aspirin?'],
    ['Anna Schmidt has migraine and takes ibuprofen', 'PERSON has DIAGNOSIS and takes MEDICATION'],
    ['Anna Schmidt, a Catholic, wrote to her mother', 'PERSON, a NRP, wrote to her mother'],
    ['Translate this for Anna Schmidt into English', 'Translate this for PERSON into English'],
    ['Anna Schmidt posts at https://example.com/u/anna7', 'PERSON posts at URL'],
  ])('%j is sent as %j', async (content, sent) => expect(await maskedContent(content)).toBe(sent))
})
