import { hash } from 'node:crypto'
import { detectionSchema, type EntityFinding, NOT_EXTERNALLY_INSPECTED_FLAG, SluiceError } from '@sluice/contracts'
import { MosaicMemory } from '@sluice/mosaic'
import { createLevelPolicy, type PolicyQuestion } from '@sluice/policy'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HeldBody } from '../../../body-work.ts'
import { compileCodenames } from '../../../ports/codename-registry.ts'
import { snapshotOf } from '../../../ports/endpoint-snapshot.ts'
import type { ExternalRecognizer, ExternalSpan } from '../../../ports/external-recognizer.ts'
import type { LocalRequest, ModelRequest, RemoteBody } from '../../../request/index.ts'
import { chat } from '../../../testing/answers-for-tests.ts'
import { exchangeForTests, policyForTests } from '../../../testing/exchange-for-tests.ts'
import { createSensitivityLayer } from '../sensitivity-layer.ts'

const options: Parameters<typeof createSensitivityLayer>[0] = {
  codenames: { current: () => ({ version: '1', index: compileCodenames([]) }) },
  unreadableLevels: { image: 7, audio: 7, file: 7, readFile: 7 },
  detection: detectionSchema.parse({ default: { IP_ADDRESS: { find: 'never' }, PERSON: { minScore: 0.5 } } }),
  timeoutMs: 1_000,
}
const layer = createSensitivityLayer(options)

/** Finds every place of some words, in a service that notes what it was asked. */
class Words implements ExternalRecognizer {
  readonly name = 'words'
  readonly reading = {}
  readonly permittedLevel: ExternalRecognizer['permittedLevel']
  readonly whenDown: ExternalRecognizer['whenDown']
  readonly whenNotPermitted: ExternalRecognizer['whenNotPermitted']
  readonly asked: string[][] = []
  readonly #words: Readonly<Record<string, ExternalSpan['entity']>>
  readonly #fault: Error | undefined

  constructor(
    words: Readonly<Record<string, ExternalSpan['entity']>>,
    { fault, ...options }: Partial<ExternalRecognizer> & { fault?: Error } = {},
  ) {
    this.#words = words
    this.#fault = fault
    this.permittedLevel = options.permittedLevel ?? 7
    this.whenDown = options.whenDown ?? 'deny'
    this.whenNotPermitted = options.whenNotPermitted ?? 'embedded'
  }

  analyze(texts: readonly string[]): Promise<readonly (readonly ExternalSpan[])[]> {
    this.asked.push([...texts])
    if (this.#fault !== undefined) return Promise.reject(this.#fault)
    return Promise.resolve(
      texts.map((text) =>
        Object.entries(this.#words).flatMap(([word, entity]) =>
          [...text.matchAll(new RegExp(word, 'g'))].map(({ index }) => ({
            ...{ entity, start: index, end: index + word.length, confidence: word === 'unsure' ? 0.3 : 0.9 },
          })),
        ),
      ),
    )
  }
}

const exchangeWith = (
  recognizers: readonly ExternalRecognizer[],
  policy = createLevelPolicy({ clearances: {} }).current('t'),
) => exchangeForTests({ endpoints: snapshotOf([], recognizers), policy })

const say = (content: string) => chat({ model: 'm', messages: [{ role: 'user', content }] })

async function found(request: ModelRequest, ...recognizers: readonly ExternalRecognizer[]) {
  const decision = await layer.decide(request, exchangeWith(recognizers))
  const findings = (decision.findings ?? []).filter((finding): finding is EntityFinding => finding.kind === 'entity')
  return {
    decision,
    tile: decision.facts?.tile,
    findings: findings.map((each) => [each.entity, each.recognizer, each.start, each.end]),
  }
}

describe('a recognizer outside the gateway', () => {
  it('adds what it finds to what the gateway finds', async () => {
    const { findings, tile } = await found(say('quorl: alice@example.com'), new Words({ quorl: 'PERSON' }))
    expect(findings).toEqual([
      ['PERSON', 'words', 0, 5],
      ['EMAIL_ADDRESS', 'email-address', 7, 24],
    ])
    expect(tile).toMatchObject({ level: 3, categories: { PII: 2 } })
    expect(tile?.flags).not.toContain(NOT_EXTERNALLY_INSPECTED_FLAG)
  })

  it('takes part in overlaps: what is verified wins, and covers it', async () => {
    const card = say('pay 4111111111111111x')
    expect((await found(card, new Words({ '4111111111111111x': 'ACCOUNT_NUMBER' }))).findings).toEqual([
      ['CREDIT_CARD', 'credit-card', 4, 21],
    ])
  })

  it('counts as the settings of its types say', async () => {
    const words = new Words({ unsure: 'PERSON', quorl: 'IP_ADDRESS', zorn: 'LOCATION' })
    expect((await found(say('unsure about quorl in zorn'), words)).findings).toEqual([])
  })

  it('reads texts of every position but names of functions, and never a token', async () => {
    const words = new Words({ quorl: 'PERSON', 'PERSON_7H3K9Q2M5T and quorl': 'PERSON' })
    const request = chat({
      model: 'm',
      messages: [{ role: 'user', content: 'PERSON_7H3K9Q2M5T and quorl' }],
      tools: [{ type: 'function', function: { name: 'quorl_lookup', description: 'finds quorl' } }],
    })
    const { findings } = await found(request, words)
    expect(words.asked).toEqual([['PERSON_7H3K9Q2M5T and quorl', 'finds quorl']])
    expect(findings).toEqual([
      ['PERSON', 'words', 17, 27],
      ['PERSON', 'words', 6, 11],
    ])
  })

  it('is asked of the policy with the tile of the texts, before it gets them', async () => {
    const questions: PolicyQuestion[] = []
    const policy = policyForTests((question) => {
      questions.push(question)
      return 'permit'
    })
    const request = chat({
      model: 'm',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'alice@example.com' },
            { type: 'image_url', image_url: { url: 'https://images.example/a.png' } },
          ],
        },
      ],
    })
    const decision = await layer.decide(request, exchangeWith([new Words({})], policy))
    expect(decision.facts?.tile?.level).toBe(7)
    expect(questions).toMatchObject([
      {
        action: 'route-to-endpoint',
        resource: { endpoint: 'words', permittedLevel: 7 },
        context: { tile: { level: 3 } },
      },
    ])
  })

  it('gets nothing that it may not see: the request goes on with a flag, or is refused', async () => {
    const words = new Words({ quorl: 'PERSON' }, { permittedLevel: 2 })
    const { tile, findings } = await found(say('quorl: alice@example.com'), words)
    expect(tile).toMatchObject({ level: 3, flags: [NOT_EXTERNALLY_INSPECTED_FLAG] })
    expect(findings).toHaveLength(1)
    const strict = new Words({}, { permittedLevel: 2, whenNotPermitted: 'deny' })
    await expect(found(say('alice@example.com'), strict)).rejects.toMatchObject({ code: 'layer_failed' })
    expect([...words.asked, ...strict.asked]).toEqual([])
  })

  it('refuses the request when it is down, or leaves it to the gateway and says so', async () => {
    const fault = new Error('down')
    await expect(found(say('quorl'), new Words({}, { fault }))).rejects.toThrow(SluiceError)
    const { tile, findings } = await found(
      say('quorl: alice@example.com'),
      new Words({}, { fault, whenDown: 'embedded' }),
      new Words({ quorl: 'PERSON' }),
    )
    expect(tile?.flags).toContain(NOT_EXTERNALLY_INSPECTED_FLAG)
    expect(findings).toHaveLength(2)
  })

  it('gets no text of a request with too many of them', async () => {
    const words = new Words({ quorl: 'PERSON' })
    const messages = Array.from({ length: 1_001 }, () => ({ role: 'user' as const, content: 'quorl' }))
    const { tile, findings } = await found(chat({ model: 'm', messages }), words)
    expect([words.asked, findings, tile?.flags]).toEqual([[], [], [NOT_EXTERNALLY_INSPECTED_FLAG]])
  })

  it('cannot give a value that is longer than a value may be', async () => {
    const { findings } = await found(say('q'.repeat(1_200)), new Words({ ['q'.repeat(1_200)]: 'PERSON' }))
    expect(findings.map(([, , start, end]) => [start, end])).toEqual([
      [0, 512],
      [512, 1_024],
      [1_024, 1_200],
    ])
  })

  it('gives disjoint findings inside their texts, whatever it says', async () => {
    const span = fc.record({
      entity: fc.constantFrom('PERSON' as const, 'US_SSN' as const, 'LOCATION' as const),
      start: fc.nat(40),
      end: fc.nat(40),
      confidence: fc.constantFrom(0.4, 0.9),
    })
    const text = 'alice@example.com \u{1f600} Maria Keller, 192.0.2.1'
    await fc.assert(
      fc.asyncProperty(fc.array(span), async (spans) => {
        const valid = spans.filter(({ start, end }) => start < end && end <= text.length)
        const any = new Words({})
        any.analyze = () => Promise.resolve([valid])
        const { findings } = await found(say(text), any)
        let covered = 0
        for (const [, , start, end] of findings) {
          expect(Number(start)).toBeGreaterThanOrEqual(covered)
          covered = Number(end)
        }
        expect(covered).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})

/** As a thread holds a body, with a copy of all that would be posted. */
function remoteOf(request: LocalRequest) {
  const body = new HeldBody(request, exchangeForTests().scope)
  const never = () => Promise.reject(new Error('Nobody asks.'))
  const remote: RemoteBody = {
    ...{ L0: never, L1: never, continue: never, copy: never, L3: never },
    L2: async (input) => structuredClone(await body.L2(structuredClone(input))),
    external: async (spans) => structuredClone(await body.external(structuredClone(spans))),
  }
  return { kind: 'chat' as const, body: { model: 'm' }, remote }
}

describe('a body in a thread', () => {
  it('is read alike', async () => {
    for (const text of ['quorl: alice@example.com', 'nothing', 'alice@example.com']) {
      const words = new Words({ quorl: 'PERSON' })
      const here = await layer.decide(say(text), exchangeWith([words]))
      const there = await layer.decide(remoteOf(say(text)), exchangeWith([words]))
      expect(there.facts).toEqual(here.facts)
      expect(there.findingCount).toBe(here.findings?.length)
    }
  })
})

describe.each([
  ['here', (request: LocalRequest): ModelRequest => request],
  ['in a thread', remoteOf],
])('the mosaic of a body %s', (_, held) => {
  const layerWithMosaics = () =>
    createSensitivityLayer({
      ...options,
      mosaics: new MosaicMemory({
        bound: 20,
        digest: (tenant, text) => hash('sha256', `${tenant} ${text}`, 'base64url'),
      }),
    })

  it.each([
    [
      'quorl is 47 years old and works as a nurse. zorn lives in Springfield',
      { quorl: 'PERSON', zorn: 'PERSON' },
      true,
      false,
    ],
    ['She is 47 years old, works as a nurse, area 02138', { '02138': 'ZIP_CODE' }, false, true],
    ['She is 47 years old, works as a nurse, area 02138', {}, false, false],
  ] as const)('has what others have found: %s, %o', async (text, words, without, withOthers) => {
    const isMosaic = async (...recognizers: readonly ExternalRecognizer[]) => {
      const { facts } = await layerWithMosaics().decide(held(say(text)), exchangeWith(recognizers))
      return facts?.tile?.flags.includes('mosaic')
    }
    expect([await isMosaic(), await isMosaic(new Words(words))]).toEqual([without, withOthers])
  })

  it('is told to the policy before others get the texts, and kept from them where it says so', async () => {
    const layerOfMosaics = layerWithMosaics()
    const policy = policyForTests((question) => {
      const isMosaic = question.action === 'route-to-endpoint' && question.context.tile.flags.includes('mosaic')
      return isMosaic ? 'forbid' : 'permit'
    })
    const words = new Words({})
    const flags = []
    for (const text of ['She lives in Springfield', 'aged 47', 'She works as a nurse', 'Thank you']) {
      const { facts } = await layerOfMosaics.decide(held(say(text)), exchangeWith([words], policy))
      flags.push(facts?.tile?.flags.includes('mosaic'))
    }
    expect(flags).toEqual([false, false, true, false])
    expect(words.asked).toEqual([['She lives in Springfield'], ['aged 47'], ['Thank you']])
  })
})
