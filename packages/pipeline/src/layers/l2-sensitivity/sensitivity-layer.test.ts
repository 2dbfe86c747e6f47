import type { EntityFinding } from '@sluice/contracts'
import {
  detectionSchema,
  messagesRequestSchema,
  responsesRequestSchema,
  sensitivityTileSchema,
  TEXT_LIMITS,
} from '@sluice/contracts'
import { createLevelPolicy } from '@sluice/policy'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CodenameRegistry, compileCodenames } from '../../ports/codename-registry.ts'
import type { ModelRequest } from '../../request/index.ts'
import { WINDOW_LENGTH } from '../../run/windows.ts'
import { chat } from '../../testing/answers-for-tests.ts'
import { exchangeForTests, tickingClock } from '../../testing/exchange-for-tests.ts'
import { runSteps } from '../../testing/run-steps.ts'
import { createSensitivityLayer, RULES, scanSteps } from './index.ts'
import type { Span } from './recognizer.ts'
import { resolveOverlaps } from './resolve-overlaps.ts'

const codenames: CodenameRegistry = {
  current: () => ({ version: '1', index: compileCodenames([{ term: 'Nightfall', level: 7 }]) }),
}
const unreadableLevels = { image: 5, audio: 6, file: 7, readFile: 7 } as const
const layer = createSensitivityLayer({ codenames, unreadableLevels, timeoutMs: 100 })

const exchange = () => exchangeForTests({ policy: createLevelPolicy({ clearances: {} }).current('t') })

const say = (content: string) => chat({ model: 'm', messages: [{ role: 'user', content }] })
const inspect = (request: ModelRequest) => layer.decide(request, exchange())

async function found(text: string): Promise<readonly (readonly [string, string])[]> {
  const { findings = [] } = await inspect(say(text))
  return findings
    .filter((finding): finding is EntityFinding => finding.kind === 'entity')
    .map(({ entity, start, end }) => [entity, text.slice(start, end)] as const)
}

describe('L2', () => {
  it('fails closed', () => expect(layer).toMatchObject({ id: 'L2', onError: 'deny', timeoutMs: 100 }))

  it('finds every kind in one text, where it stands', async () => {
    const text =
      'I am Alice Smith, alice@example.com, +1 415 555 0132, card 4111 1111 1111 1111, SSN 536-10-7704, ' +
      'IBAN DE89 3704 0044 0532 0130 00, from 10.20.30.40, about Nightfall.'
    expect(await found(text)).toEqual([
      ['PERSON', 'Alice Smith'],
      ['EMAIL_ADDRESS', 'alice@example.com'],
      ['PHONE_NUMBER', '+1 415 555 0132'],
      ['CREDIT_CARD', '4111 1111 1111 1111'],
      ['US_SSN', '536-10-7704'],
      ['IBAN_CODE', 'DE89 3704 0044 0532 0130 00'],
      ['IP_ADDRESS', '10.20.30.40'],
      ['CODENAME', 'Nightfall'],
    ])
  })

  it('counts what the settings keep for the tile, and names it to nobody who would replace it', async () => {
    const detection = detectionSchema.parse({ default: { DATE_TIME: { replace: 'keep' } } })
    const keeping = createSensitivityLayer({ codenames, unreadableLevels, detection, timeoutMs: 100 })
    const request = say('Meet us on 4 July 2026. Ask Anna Schmidt.')
    const context = exchange()
    const { findings = [], facts } = await keeping.decide(request, context)
    expect(findings.map((finding) => finding.kind === 'entity' && finding.entity)).toEqual(['PERSON'])
    expect(facts?.tile).toEqual((await inspect(request)).facts?.tile)
    expect(facts?.tile?.categories.PII).toBe(2)
    const again = await keeping.lookAgain(say('Meet us on 4 July 2026. Ask PERSON_7H3K9Q2M5T.'), {
      ...context,
      origin: { ...context.origin, request },
    })
    expect(again).toMatchObject({ type: 'allow', facts: { residual: {} } })
  })

  it.each<[string, ModelRequest]>([
    [
      'the output of a tool',
      {
        kind: 'responses',
        body: responsesRequestSchema.parse({
          model: 'm',
          input: [
            { role: 'user', content: 'hi' },
            { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
            {
              type: 'function_call_output',
              call_id: 'c',
              output: [
                { type: 'input_text', text: 'card 41111111' },
                { type: 'input_text', text: '11111111' },
              ],
            },
          ],
        }),
      },
    ],
    [
      'a system prompt',
      {
        kind: 'messages',
        body: messagesRequestSchema.parse({
          model: 'm',
          system: [
            { type: 'text', text: 'card 41111111' },
            { type: 'text', text: '11111111' },
          ],
          messages: [{ role: 'user', content: 'hi' }],
        }),
      },
    ],
    [
      'messages with one between that says nothing',
      chat({
        model: 'm',
        messages: [
          { role: 'user', content: 'card 41111111' },
          { role: 'user', content: [] },
          { role: 'user', content: '11111111' },
        ],
      }),
    ],
  ])('reads as one text what %s says in parts', async (_, request) => {
    const { findings = [] } = await inspect(request)
    expect(findings.filter((finding) => finding.kind === 'entity' && finding.entity === 'CREDIT_CARD')).toHaveLength(2)
  })

  it.each([
    ['base64 of a card', `card: ${Buffer.from('4111111111111111').toString('base64')}`],
    ['hexadecimal digits behind 0x', `bytes 0x${Buffer.from('the card is 4111111111111111').toString('hex')}`],
    ['bytea', String.raw`value '\x${Buffer.from('the card is 4111111111111111').toString('hex')}'`],
  ])('decodes %s', async (_, text) => {
    expect((await found(text)).map(([entity]) => entity)).toEqual(['CREDIT_CARD'])
  })

  it('reads every position, each in its way', async () => {
    const { findings } = await inspect(
      chat({
        model: 'm',
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'bob@example.com' }] },
          {
            role: 'assistant',
            tool_calls: [
              {
                function: {
                  name: 'lookup_nightfall',
                  arguments: '{"card":4111111111111111,"m":"a\\u0040example.com"}',
                },
              },
            ],
          },
        ],
        tools: [{ type: 'function', function: { name: 'Alice', description: 'Mail bob@example.com' } }],
      }),
    )
    expect(findings?.map((finding) => [finding.position, finding.kind === 'entity' && finding.entity])).toEqual([
      ['/messages/0/content/0/text', 'EMAIL_ADDRESS'],
      ['/messages/1/tool_calls/0/function/name', 'CODENAME'],
      ['/messages/1/tool_calls/0/function/arguments#/~0', 'CREDIT_CARD'],
      ['/messages/1/tool_calls/0/function/arguments#/~1', 'EMAIL_ADDRESS'],
      ['/tools/0/function/description', 'EMAIL_ADDRESS'],
    ])
  })

  it.each([
    ['EMAIL_ADDRESS_7H3K9Q2M5T'],
    ['Ask PERSON_7H3K9Q2M5T to pay CREDIT_CARD_411111111A to US_SSN_536107704X.'],
    ['{"a":"IP_ADDRESS_123456789Z"}'],
  ])('leaves its own tokens alone: %s', async (text) => expect(await found(text)).toEqual([]))

  it('keeps the rest of a name beside a codename, and covers an address that holds one', async () => {
    expect(await found('Mr. Alice Nightfall')).toEqual([
      ['PERSON', 'Alice'],
      ['CODENAME', 'Nightfall'],
    ])
    expect(await found('alice@nightfall.com')).toEqual([['CODENAME', 'alice@nightfall.com']])
  })

  it('finds a value on the border of two slices', async () => {
    for (const shift of [-30, -17, -9, -1, 0, 1]) {
      const text = `${'a '.repeat(WINDOW_LENGTH)}`
        .slice(0, WINDOW_LENGTH + shift - 1)
        .concat(' alice@example.com ', 'b '.repeat(WINDOW_LENGTH))
      const spans = runSteps(scanSteps(text, { kind: 'prose' }, RULES))
      expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(['alice@example.com'])
    }
  })

  it('reads a short answer with the question before it', async () => {
    const { findings } = await inspect(
      chat({
        model: 'm',
        messages: [
          { role: 'assistant', content: 'Thank you. And your SSN?' },
          { role: 'user', content: [{ type: 'text', text: '536107704' }] },
          { role: 'assistant', content: 'What is your name?' },
          { role: 'user', content: 'Quorl Vantz' },
          { role: 'user', content: 'I mean the order with the number 536107705, see above' },
        ],
      }),
    )
    expect(findings).toMatchObject([
      { entity: 'US_SSN', position: '/messages/1/content/0/text', start: 0, end: 9 },
      { entity: 'PERSON', position: '/messages/3/content', start: 0, end: 11 },
    ])
  })

  it('refuses more findings than a request may have, and says so', async () => {
    const sentence = 'Call Ngozi Okafor at +1 415 555 2671 or mail n@x.org. '
    const most = await inspect(say(sentence.repeat(Math.floor(TEXT_LIMITS.findings / 3))))
    expect(most.findings?.length).toBeGreaterThan(TEXT_LIMITS.findings - 3)
    const refused = (async () => await inspect(say(sentence.repeat(TEXT_LIMITS.findings / 3 + 1))))()
    await expect(refused).rejects.toMatchObject({
      code: 'request_too_large',
      message: 'The request holds more than 50000 sensitive values. Send less at once.',
    })
  }, 60_000)

  it('refuses 150,000 values in one text once it has read a third of it', () => {
    const text = 'Call Ngozi Okafor at +1 415 555 2671 or mail n@x.org. '.repeat(50_000)
    let read = 0
    const scan = () => {
      for (const units of scanSteps(text, { kind: 'prose' }, RULES)) read += units
    }
    expect(scan).toThrow('more than 50000 sensitive values')
    expect(read).toBeLessThan(text.length / 2)
  })

  it('takes more spans over one place than a call has arguments', () => {
    const span = {
      entity: 'CODENAME',
      start: 0,
      end: 9,
      confidence: 1,
      recognizer: 'codename',
      verified: true,
    } as const
    const cluster = Array.from({ length: 200_000 }, () => span)
    expect(resolveOverlaps([...cluster, { ...span, end: 12 }], 'nightfalls ')).toEqual([{ ...span, end: 12 }])
  })

  it('rejects when the registry cannot be read, and when what it holds is no index', async () => {
    const broken = {
      current: () => {
        throw new Error('down')
      },
    }
    const request = say('hi')
    const unreadable = createSensitivityLayer({ codenames: broken, unreadableLevels, timeoutMs: 1 })
    expect(() => unreadable.decide(request, exchange())).toThrow('down')
    const empty = { current: () => ({ version: '1', index: new SharedArrayBuffer(64) }) }
    const strict = createSensitivityLayer({ codenames: empty, unreadableLevels, timeoutMs: 1 })
    for (let time = 0; time < 2; time += 1) {
      expect(() => strict.decide(request, exchange())).toThrow('no index')
    }
  })

  it('takes up a new version of the registry', async () => {
    let version = 1
    const terms = () => [{ term: version === 1 ? 'Alpha' : 'Beta', level: 7 as const }]
    const changing = createSensitivityLayer({
      unreadableLevels,
      codenames: { current: () => ({ version: `${version}`, index: compileCodenames(terms()) }) },
      timeoutMs: 9,
    })
    const count = async () => (await changing.decide(say('alpha beta beta'), exchange())).findings?.length
    expect(await count()).toBe(1)
    version = 2
    expect(await count()).toBe(2)
  })

  it('answers at once where everything fits one slice', () => {
    expect(layer.decide(say('a@example.com'), exchange())).toMatchObject({ type: 'allow', findings: [{}] })
  })

  it('stops when the exchange ends', async () => {
    const gone = exchangeForTests({ signal: AbortSignal.abort(new Error('gone')), clock: tickingClock() })
    await expect(layer.decide(say('a '.repeat(50_000)), gone)).rejects.toThrow('gone')
  })
})

describe('the tile', () => {
  const tileOf = async (text: string) => (await inspect(say(text))).facts?.tile

  it('of nothing is level 0', async () => {
    const tile = await tileOf('hello')
    expect(tile).toMatchObject({ level: 0, reidentificationRisk: 0, flags: [], categories: { PII: 0, CODENAME: 0 } })
    expect(sensitivityTileSchema.parse(tile)).toEqual(tile)
  })

  it('counts by family, takes the highest level, and quotes nothing', async () => {
    const tile = await tileOf('Alice Smith, alice@example.com, bob@example.com, 4111111111111111')
    expect(tile).toMatchObject({ level: 5, categories: { PII: 3, PHI: 0, PCI: 1, SECRET: 0, CODENAME: 0 } })
    expect(tile?.flags).toEqual(['high-reidentification-risk', 'payment-card'])
    expect(JSON.stringify(tile)).not.toMatch(/alice|4111/i)
  })

  it('has a risk that grows with every further kind', async () => {
    const texts = ['a@example.com', 'a@example.com 536-10-7704', 'a@example.com 536-10-7704 born on a Monday']
    const risks = await Promise.all(texts.map(async (text) => (await tileOf(text))?.reidentificationRisk))
    expect(risks).toEqual([0.8, 0.99, 0.993])
  })

  it('has equal digests exactly when its members are equal', async () => {
    const [one, same, other] = [
      await tileOf('a@example.com'),
      await tileOf('b@example.org'),
      await tileOf('10.20.30.40'),
    ]
    expect(one?.digest).toMatch(/^[0-9a-f]{64}$/)
    expect(same?.digest).toBe(one?.digest)
    expect(other?.digest).not.toBe(one?.digest)
  })
})

describe('resolveOverlaps', () => {
  const entities = ['PERSON', 'EMAIL_ADDRESS', 'PHONE_NUMBER', 'CREDIT_CARD', 'CODENAME'] as const
  const text = 'abc def ghi jkl mno pqr stu vwx yz'.repeat(3)
  const span = fc
    .record({
      entity: fc.constantFrom(...entities),
      start: fc.nat(80),
      length: fc.integer({ min: 1, max: 20 }),
      verified: fc.boolean(),
    })
    .map(
      ({ entity, start, length, verified }): Span => ({
        entity,
        start,
        end: start + length,
        verified,
        confidence: 1,
        recognizer: entity,
      }),
    )

  it('gives disjoint spans, whatever the order, and covers every value that is no name', () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 40 }), (spans) => {
        const resolved = resolveOverlaps(spans, text)
        expect(resolveOverlaps(spans.toReversed(), text)).toEqual(resolved)
        for (const [i, one] of resolved.entries()) expect(one.start).toBeGreaterThanOrEqual(resolved[i - 1]?.end ?? 0)
        const covered = (at: number) => resolved.some(({ start, end }) => start <= at && at < end)
        for (const { entity, start, end } of spans) {
          if (entity !== 'PERSON') for (let at = start; at < end; at += 1) expect(covered(at)).toBe(true)
        }
      }),
    )
  })
})
