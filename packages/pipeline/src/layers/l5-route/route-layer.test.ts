import type { ChatRequest, Clock, CompletionChunk, Level, Principal, SensitivityTile } from '@sluice/contracts'
import { createLevelPolicy } from '@sluice/policy'
import { describe, expect, it } from 'vitest'
import { answerOf } from '../../answer/index.ts'
import type { Exchange } from '../../layer.ts'
import { snapshotOf } from '../../ports/endpoint-snapshot.ts'
import { EndpointError, type EndpointFailure, type ModelEndpoint } from '../../ports/model-endpoint.ts'
import type { UpstreamAttempt } from '../../ports/upstream-attempt.ts'
import type { ModelRequest } from '../../request/index.ts'
import { chat } from '../../testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests, policyForTests } from '../../testing/exchange-for-tests.ts'
import { createRouteLayer, EndpointHealth, type RetryPolicy, type RouteOptions } from './index.ts'

const body: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }
const request = chat(body)
const principal: Principal = {
  tenant: 't',
  sub: 's',
  username: 'u',
  groups: [],
  roles: [],
  departments: [],
  client: 'c',
}

interface FakeEndpoint extends ModelEndpoint {
  readonly asked: ModelRequest['body'][]
}

type Step = 'answer' | 'hang' | EndpointFailure | Error

/** An endpoint that does what its steps say, the last one again and again. */
function fake(name: string, permittedLevel: Level, models: readonly string[], ...steps: Step[]): FakeEndpoint {
  const asked: ModelRequest['body'][] = []
  return {
    name,
    permittedLevel,
    models: { chat: models, embeddings: models.map((model) => `${model}-embed`) },
    asked,
    async ask(one, { signal, leaving }) {
      const step = steps[Math.min(asked.length, steps.length - 1)] ?? 'answer'
      asked.push(one.body)
      if (step === 'answer' || step === 'hang' || !('kind' in step) || step.kind !== 'busy')
        leaving({ digest: () => `${name} ${asked.length}` })
      if (step === 'answer') return { kind: 'chunks', chunks: answer(signal) }
      if (step instanceof Error) throw step
      if (step !== 'hang') throw new EndpointError(name, step)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }
}

async function* answer(signal: AbortSignal): AsyncGenerator<readonly CompletionChunk[]> {
  signal.throwIfAborted()
  yield [{ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [] }]
}

const status = (code: number, more: object = {}): EndpointFailure => ({ kind: 'status', status: code, ...more })

function setUp(
  endpoints: readonly ModelEndpoint[],
  options: Partial<Omit<RouteOptions, 'retry'>> & { retry?: Partial<RetryPolicy> } = {},
) {
  const delays: number[] = []
  let nowMs = 0
  const inner = createRouteLayer({
    keyRing: keyRingForTests,
    timeoutMs: 10_001,
    random: () => 0.5,
    sleep: async (delayMs) => {
      delays.push(delayMs)
      nowMs += delayMs
    },
    ...options,
    retry: { attempts: 3, baseDelayMs: 100, maxDelayMs: 150, budgetMs: 10_000, ...options.retry },
  })
  const snapshot = snapshotOf(endpoints)
  const layer = {
    ...inner,
    decide: (asked: ModelRequest, exchange: Exchange) =>
      inner.decide(asked, { ...exchange, runtime: { ...exchange.runtime, endpoints: snapshot } }),
  }
  return { layer, delays, clock: { nowMs: () => 0, monotonicMs: () => nowMs } }
}

function exchangeWith(
  level: Level | undefined,
  clock: Clock,
  { signal = new AbortController().signal }: { signal?: AbortSignal } = {},
): Exchange {
  const tile: SensitivityTile | undefined =
    level === undefined
      ? undefined
      : {
          level,
          categories: { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 },
          reidentificationRisk: 0,
          flags: [],
          digest: '',
        }
  const policy = createLevelPolicy({ clearances: {} }).current('t')
  return exchangeForTests({ principal, policy, clock, signal, facts: tile ? { tile } : {} })
}

/** The same request of another user. */
function by(sub: string, exchange: Exchange): Exchange {
  return { ...exchange, origin: { ...exchange.origin, principal: { ...principal, sub } } }
}

describe('which endpoint is asked', () => {
  const endpoints = () => [
    fake('cloud', 2, ['m', 'big', 'org/open']),
    fake('private', 5, ['m', 'small']),
    fake('org', 7, ['open', 'vault']),
  ]

  it.each<[string, Level, string, string]>([
    ['m', 0, 'cloud', 'm'],
    ['m', 2, 'cloud', 'm'],
    ['m', 3, 'private', 'm'],
    ['m', 5, 'private', 'm'],
    ['small', 0, 'private', 'small'],
    ['private/m', 0, 'private', 'm'],
    ['org/vault', 7, 'org', 'vault'],
    ['org/open', 0, 'cloud', 'org/open'],
  ])('%s at level %i is asked of %s as %s', async (model, level, name, asModel) => {
    const all = endpoints()
    const { layer, clock } = setUp(all)
    const decision = await layer.decide(chat({ ...body, model, seed: 7 }), exchangeWith(level, clock))
    expect(decision).toMatchObject({ type: 'answer', facts: { endpoint: name } })
    expect(all.map(({ asked }) => asked)).toEqual(
      all.map((endpoint) => (endpoint.name === name ? [{ ...body, model: asModel, seed: 7 }] : [])),
    )
  })

  it('is asked of the policy with all that is known of it', async () => {
    const at = (region: string, name: string) => ({ ...fake(name, 7, ['m']), region, retentionDays: 0 })
    const { layer, clock } = setUp([at('us', 'a'), at('eu', 'b'), fake('c', 7, ['m'])])
    const policy = policyForTests((question) =>
      question.action === 'route-to-endpoint' && question.resource.region === 'eu' ? 'permit' : 'forbid',
    )
    const exchange = exchangeForTests({ policy, clock, facts: exchangeWith(0, clock).facts })
    expect(await layer.decide(chat({ ...body, model: 'm' }), exchange)).toMatchObject({ facts: { endpoint: 'b' } })
  })

  it('is asked first where a part of the request was sealed; another endpoint does not get that part', async () => {
    const seals = { fixed: new Set<string>(), endpoints: new Set(['private']), asSent: undefined }
    const messages = [
      { role: 'assistant' as const, content: [{ type: 'redacted_thinking', data: 'x' }] },
      { role: 'user' as const, content: 'Go on.' },
    ]
    const sealed = { kind: 'messages', body: { model: 'm', messages }, seals } as const
    const all = endpoints()
    const { layer, clock } = setUp(all)
    expect(await layer.decide(sealed, exchangeWith(0, clock))).toMatchObject({ facts: { endpoint: 'private' } })
    expect(all[1]?.asked).toEqual([{ model: 'm', messages }])

    const failing = [fake('cloud', 2, ['m']), fake('private', 5, ['m'], { kind: 'protocol' })]
    const second = setUp(failing)
    expect(await second.layer.decide(sealed, exchangeWith(0, clock))).toMatchObject({ facts: { endpoint: 'cloud' } })
    expect(failing[0]?.asked).toEqual([{ model: 'm', messages: messages.slice(1) }])
  })

  it('asks for vectors only where a model of that kind is served', async () => {
    const all = endpoints()
    const { layer, clock } = setUp(all)
    const embed = (model: string) => ({ kind: 'embeddings', body: { model, input: 'x' } }) as const
    expect(await layer.decide(embed('small-embed'), exchangeWith(0, clock))).toMatchObject({
      facts: { endpoint: 'private' },
    })
    expect(await layer.decide(embed('small'), exchangeWith(0, clock))).toMatchObject({
      refusal: { code: 'model_not_found' },
    })
    const chatting = await layer.decide(chat({ ...body, model: 'small-embed' }), exchangeWith(0, clock))
    expect(chatting).toMatchObject({ refusal: { code: 'model_not_found' } })
    expect(all.flatMap(({ asked }) => asked)).toEqual([embed('small-embed').body])
  })

  it.each<[string, Level | undefined, string]>([
    ['m', undefined, 'layer_failed'],
    ['other', 0, 'model_not_found'],
    ['M', 0, 'model_not_found'],
    ['cloud/small', 0, 'model_not_found'],
    ['nobody/m', 0, 'model_not_found'],
    ['/m', 0, 'model_not_found'],
    ['other', 7, 'model_not_found'],
    ['m', 6, 'no_compliant_endpoint'],
    ['cloud/m', 3, 'no_compliant_endpoint'],
    ['org/open', 3, 'no_compliant_endpoint'],
  ])('%s at level %s is denied with %s, and nobody is asked', async (model, level, code) => {
    const all = endpoints()
    const { layer, clock } = setUp(all)
    const decision = await layer.decide(chat({ ...body, model }), exchangeWith(level, clock))
    expect(decision).toMatchObject({ type: 'deny', refusal: { code } })
    expect(all.flatMap(({ asked }) => asked)).toEqual([])
    const ids = decision.violations?.map(({ policy_id }) => policy_id) ?? []
    expect(ids).toEqual(code === 'no_compliant_endpoint' ? ['route-permitted-level'] : [])
    if (decision.type === 'deny' && code === 'model_not_found') expect(decision.refusal.param).toBe('model')
  })

  it('names the setting where the level may come from what could not be read', async () => {
    const { layer, clock } = setUp(endpoints())
    const exchange = exchangeWith(6, clock)
    const refusalWith = async (flags: string[]) => {
      const tile = { ...exchange.facts.tile, level: 6, flags } as SensitivityTile
      const decision = await layer.decide(chat({ ...body, model: 'm' }), { ...exchange, facts: { tile } })
      return decision.type === 'deny' ? decision.refusal.message : decision.type
    }
    expect(await refusalWith(['unreadable-content'])).toMatch(/level 6.*UNREADABLE_LEVELS/)
    expect(await refusalWith(['payment-card'])).toBeUndefined()
  })
})

describe('after a failure', () => {
  it.each<[string, EndpointFailure, number, number, object]>([
    [
      'that may pass',
      status(503),
      2,
      1,
      { code: 'upstream_error', message: 'The model endpoint failed with status 503.', retry: false },
    ],
    [
      'that passes too late',
      status(429, { retryAfterSeconds: 60 }),
      1,
      1,
      { code: 'rate_limit_exceeded', message: expect.any(String), retryAfterSeconds: 60 },
    ],
    ['of the endpoint', status(401), 1, 1, { code: 'upstream_unauthorized' }],
    ['of the request', status(400), 1, 0, { code: 'upstream_rejected' }],
  ])('%s: asked %2$i times, the next one %3$i times', async (_name, failure, first, second, refusal) => {
    const endpoints = [fake('a', 7, ['m'], failure), fake('b', 7, ['m'], failure)]
    const { layer, clock } = setUp(endpoints)
    const decision = await layer.decide(request, exchangeWith(0, clock))
    expect(decision).toEqual({ type: 'deny', refusal })
    expect(endpoints.map(({ asked }) => asked.length)).toEqual([first, second])
  })

  it('the same endpoint answers at the next attempt', async () => {
    const a = fake('a', 7, ['m'], status(503), { kind: 'connect' }, 'answer')
    const { layer, clock, delays } = setUp([a])
    const decision = await layer.decide(request, exchangeWith(0, clock))
    expect(decision).toMatchObject({ type: 'answer', facts: { endpoint: 'a' } })
    expect(delays).toEqual([50, 75])
  })

  it.each<EndpointFailure>([{ kind: 'busy' }, { kind: 'limited', retryAfterSeconds: 1 }])(
    'of one that was sent nothing (%o) the next one is asked, and no try is used',
    async (failure) => {
      const { layer, clock } = setUp([fake('a', 7, ['m'], failure), fake('b', 7, ['m'])], { retry: { attempts: 1 } })
      expect(await layer.decide(request, exchangeWith(0, clock))).toMatchObject({ facts: { endpoint: 'b' } })
    },
  )

  it('the next compliant endpoint answers, never one that may not see the data', async () => {
    const all = [fake('a', 4, ['m'], status(500)), fake('low', 3, ['m']), fake('other', 7, ['x']), fake('b', 4, ['m'])]
    const { layer, clock } = setUp(all, { retry: { attempts: 2 } })
    expect(await layer.decide(request, exchangeWith(4, clock))).toMatchObject({ facts: { endpoint: 'b' } })
    expect(all.map(({ asked }) => asked.length)).toEqual([1, 0, 0, 1])
  })

  it('the upstream’s retry-after is waited for where it is no longer than the longest wait', async () => {
    const endpoint = fake('a', 7, ['m'], status(429, { retryAfterSeconds: 2 }), 'answer')
    const patient = { attempts: 3, baseDelayMs: 100, maxDelayMs: 2_000, budgetMs: 10_000 }
    const { layer, clock, delays } = setUp([endpoint], { retry: patient })
    expect(await layer.decide(request, exchangeWith(0, clock))).toMatchObject({ type: 'answer' })
    expect(delays).toEqual([2_000])
  })

  it('an endpoint that asks for a longer wait is left for the next one', async () => {
    const endpoints = [fake('a', 7, ['m'], status(429, { retryAfterSeconds: 2 })), fake('b', 7, ['m'], 'answer')]
    const { layer, clock, delays } = setUp(endpoints)
    expect(await layer.decide(request, exchangeWith(0, clock))).toMatchObject({ facts: { endpoint: 'b' } })
    expect(delays).toEqual([])
  })

  it('waits come out of one budget', async () => {
    const endpoints = [fake('a', 7, ['m'], status(500)), fake('b', 7, ['m'], status(500))]
    const { layer, clock, delays } = setUp(endpoints, {
      retry: { attempts: 10, baseDelayMs: 200, maxDelayMs: 200, budgetMs: 250 },
    })
    expect(await layer.decide(request, exchangeWith(0, clock))).toMatchObject({ type: 'deny' })
    expect(delays).toEqual([100, 100])
    expect(endpoints.map(({ asked }) => asked.length)).toEqual([3, 3])
  })

  it('an error that is no endpoint’s is thrown on', async () => {
    const { layer, clock } = setUp([fake('a', 7, ['m'], new TypeError('bug')), fake('b', 7, ['m'])])
    await expect(layer.decide(request, exchangeWith(0, clock))).rejects.toThrow('bug')
  })
})

describe('every attempt', () => {
  it.each<[string, EndpointFailure, object]>([
    ['unreachable', { kind: 'connect' }, {}],
    ['busy', { kind: 'busy' }, {}],
    ['limited', { kind: 'limited', retryAfterSeconds: 1 }, {}],
    ['timeout', { kind: 'headers-timeout' }, {}],
    ['invalid_answer', { kind: 'protocol' }, {}],
    ['unauthorized', status(401), { status: 401 }],
    ['unauthorized', status(403), { status: 403 }],
    ['timeout', status(504), { status: 504 }],
    ['rate_limited', status(429), { status: 429 }],
    ['rejected', status(400), { status: 400 }],
    ['failed', status(503), { status: 503 }],
  ])('that is %s is reported with its endpoint, model and status: %j', async (outcome, failure, more) => {
    const attempts: UpstreamAttempt[] = []
    const { layer, clock } = setUp([fake('a', 7, ['m'], failure)], {
      retry: { attempts: 1 },
      onAttempt: (attempt) => attempts.push(attempt),
    })
    const exchange = exchangeWith(0, clock)
    await layer.decide(request, exchange)
    const { requestId } = exchange.origin
    expect(attempts).toEqual([{ requestId, endpoint: 'a', model: 'm', outcome, ...more }])
  })

  it('is reported until one is answered', async () => {
    const outcomes: string[] = []
    const { layer, clock } = setUp([fake('a', 7, ['m'], status(500)), fake('b', 7, ['m'])], {
      retry: { attempts: 2 },
      onAttempt: ({ endpoint, outcome }) => outcomes.push(`${endpoint} ${outcome}`),
    })
    await layer.decide(request, exchangeWith(0, clock))
    expect(outcomes).toEqual(['a failed', 'b answered'])
  })
})

describe('who got a part of the request', () => {
  it('is noted in the order first asked, each once, whether it answered or failed', async () => {
    const first = fake('first', 5, ['m'], status(503), status(503), status(500))
    const second = fake('second', 3, ['m'], status(429), 'answer')
    const { layer, clock } = setUp([first, second], { retry: { attempts: 4 } })
    const exchange = exchangeWith(2, clock)
    expect(await layer.decide(request, exchange)).toMatchObject({ type: 'answer' })
    expect(exchange.disclosed.endpoints).toEqual([
      ['first', 5],
      ['second', 3],
    ])
    expect(exchange.disclosed.sent?.digest()).toBe('second 2')
  })

  it('is noted where nobody answers, and where the caller goes meanwhile', async () => {
    const { layer, clock } = setUp([fake('first', 5, ['m'], status(400))])
    const refused = exchangeWith(2, clock)
    expect(await layer.decide(request, refused)).toMatchObject({ type: 'deny' })
    expect(refused.disclosed.endpoints).toEqual([['first', 5]])
    const controller = new AbortController()
    const silent = setUp([fake('silent', 4, ['m'], 'hang')])
    const left = exchangeWith(2, silent.clock, { signal: controller.signal })
    const deciding = silent.layer.decide(request, left)
    controller.abort(new Error('gone'))
    await expect(deciding).rejects.toThrow('gone')
    expect(left.disclosed.endpoints).toEqual([['silent', 4]])
  })

  it('is nobody where nobody was asked: none may see it, or all are busy', async () => {
    const { layer, clock } = setUp([fake('low', 1, ['m'])])
    const tooSensitive = exchangeWith(2, clock)
    await layer.decide(request, tooSensitive)
    expect(tooSensitive.disclosed.endpoints).toEqual([])
    const busy = setUp([fake('busy', 5, ['m'], { kind: 'busy' })])
    const waited = exchangeWith(2, busy.clock)
    await busy.layer.decide(request, waited)
    expect(waited.disclosed.endpoints).toEqual([])
    expect(waited.disclosed.sent).toBeUndefined()
  })

  it('is noted of an endpoint that answers, also where its adapter forgets to say so', async () => {
    const { layer, clock } = setUp([{ ...fake('silent', 5, ['m']), ask: async () => answerOf([]) }])
    const exchange = exchangeWith(2, clock)
    await layer.decide(request, exchange)
    expect(exchange.disclosed.endpoints).toEqual([['silent', 5]])
  })
})

describe('an endpoint that keeps failing', () => {
  it('is left alone for a while, then tried by one request, and asked again once it answers', async () => {
    const a = fake('a', 7, ['m'], ...Array.from({ length: 6 }, () => status(500)), 'hang', 'answer')
    const b = fake('b', 1, ['m'])
    let nowMs = 0
    const clock = { nowMs: () => 0, monotonicMs: () => nowMs }
    const { layer } = setUp([a, b], { retry: { attempts: 2 } })
    const ask = (level: Level = 0, sub = 's') => layer.decide(request, by(sub, exchangeWith(level, clock)))
    for (let time = 0; time < 7; time += 1) expect(await ask(0, `s${time}`)).toMatchObject({ facts: { endpoint: 'b' } })
    expect(a.asked.length).toBe(5)
    expect(await ask(5)).toEqual({ type: 'deny', refusal: { code: 'upstream_unavailable', retryAfterSeconds: 5 } })

    nowMs = 5_000
    expect(await ask()).toMatchObject({ facts: { endpoint: 'b' } })
    expect(a.asked.length).toBe(6)
    nowMs = 14_999
    await ask()
    expect(a.asked.length).toBe(6)
    nowMs = 15_000
    const controller = new AbortController()
    const trying = layer.decide(request, exchangeWith(0, clock, { signal: controller.signal }))
    expect(await ask()).toMatchObject({ facts: { endpoint: 'b' } })
    expect(a.asked.length).toBe(7)
    controller.abort(new Error('gone'))
    await expect(trying).rejects.toThrow('gone')
    expect(await ask()).toMatchObject({ facts: { endpoint: 'a' } })
    expect(await ask()).toMatchObject({ facts: { endpoint: 'a' } })
    expect(a.asked.length).toBe(9)
  })

  it('is known by its connections, whatever configuration says of it meanwhile', async () => {
    const connections = {}
    const health = new EndpointHealth()
    const a = { ...fake('a', 7, ['m'], { kind: 'connect' }), connections }
    const first = setUp([a, fake('b', 7, ['m'])], { health, retry: { attempts: 2 } })
    for (let time = 0; time < 5; time += 1) await first.layer.decide(request, exchangeWith(0, first.clock))
    const renewed = { ...fake('a', 6, ['m']), connections }
    const second = setUp([renewed, fake('b', 7, ['m'])], { health })
    expect(await second.layer.decide(request, exchangeWith(0, second.clock))).toMatchObject({
      facts: { endpoint: 'b' },
    })
    const other = setUp([{ ...renewed, connections: {} }], { health })
    expect(await other.layer.decide(request, exchangeWith(0, other.clock))).toMatchObject({ facts: { endpoint: 'a' } })
  })

  it('may have begun answers that then broke off', async () => {
    const a: ModelEndpoint = {
      ...fake('a', 7, ['m']),
      ask: async (_request, { brokeOff, leaving }) => {
        leaving({ digest: () => '' })
        brokeOff?.()
        return { kind: 'chunks', chunks: answer(new AbortController().signal) }
      },
    }
    const { layer, clock } = setUp([a, fake('b', 7, ['m'])])
    const names: (string | undefined)[] = []
    for (let time = 0; time < 7; time += 1) {
      const { facts } = await layer.decide(request, by(`s${time}`, exchangeWith(0, clock)))
      names.push(facts?.endpoint)
    }
    expect(names.join('')).toBe('aaaaabb')
  })
})

describe('a request that fails and comes again', () => {
  const failing = (failure: EndpointFailure) => [fake('a', 7, ['m'], failure), fake('b', 7, ['m'], failure)]
  const asked = (endpoints: readonly FakeEndpoint[]) => endpoints.reduce((sum, one) => sum + one.asked.length, 0)

  function movable() {
    let nowMs = 0
    return {
      clock: { nowMs: () => 0, monotonicMs: () => nowMs },
      at: (ms: number) => {
        nowMs = ms
      },
    }
  }

  it('is asked three times in all, and told not to come again', async () => {
    const endpoints = failing(status(500))
    const { layer } = setUp(endpoints)
    const { clock, at } = movable()
    const ask = () => layer.decide(request, exchangeWith(0, clock))
    const told = { type: 'deny', refusal: { code: 'upstream_error', retry: false } }
    for (const ms of [0, 500, 2_000, 6_000, 9_999]) {
      at(ms)
      expect(await ask()).toMatchObject(told)
      expect(asked(endpoints)).toBe(3)
    }
    at(10_000)
    expect(await ask()).toMatchObject(told)
    expect(asked(endpoints)).toBe(6)
  })

  it('has what it did not use the first time', async () => {
    const endpoints = failing({ kind: 'protocol' })
    const { layer, clock } = setUp(endpoints)
    expect(await layer.decide(request, exchangeWith(0, clock))).toEqual({
      type: 'deny',
      refusal: { code: 'upstream_invalid_answer' },
    })
    expect(asked(endpoints)).toBe(2)
    expect(await layer.decide(request, exchangeWith(0, clock))).toMatchObject({ refusal: { retry: false } })
    await layer.decide(request, exchangeWith(0, clock))
    expect(asked(endpoints)).toBe(3)
  })

  it('comes once when an endpoint has told it to, and not before', async () => {
    const endpoints = failing(status(429, { retryAfterSeconds: 2 }))
    const { layer } = setUp(endpoints, { retry: { maxDelayMs: 2_000 } })
    const { clock, at } = movable()
    const ask = () => layer.decide(request, exchangeWith(0, clock))
    expect(await ask()).toMatchObject({ refusal: { code: 'rate_limit_exceeded', retryAfterSeconds: 2, retry: false } })
    at(1_500)
    expect(await ask()).toMatchObject({ refusal: { retryAfterSeconds: 1 } })
    expect(asked(endpoints)).toBe(3)
    at(2_000)
    await ask()
    expect(asked(endpoints)).toBe(4)
  })

  it.each<[string, (ask: (body: object, sub: string) => Promise<unknown>) => Promise<unknown>]>([
    ['another request', (ask) => ask({ messages: [{ role: 'user', content: 'bye' }] }, 's')],
    ['the same one of another user', (ask) => ask({}, 'other')],
  ])('is not taken for %s', async (_what, again) => {
    const endpoints = failing(status(500))
    const { layer, clock } = setUp(endpoints)
    const ask = async (changes: object, sub: string) => {
      return await layer.decide(chat({ ...body, ...changes }), by(sub, exchangeWith(0, clock)))
    }
    await ask({}, 's')
    await again(ask)
    expect(asked(endpoints)).toBe(6)
  })

  it('has all its tries once it was answered', async () => {
    const a = fake('a', 7, ['m'], { kind: 'protocol' }, 'answer', status(500))
    const { layer, clock } = setUp([a])
    expect((await layer.decide(request, exchangeWith(0, clock))).type).toBe('deny')
    expect((await layer.decide(request, exchangeWith(0, clock))).type).toBe('answer')
    expect((await layer.decide(request, exchangeWith(0, clock))).type).toBe('deny')
    expect(a.asked.length).toBe(5)
  })
})

describe('the end of waiting', () => {
  it('is upstream_timeout when the budget is spent on a silent endpoint, which then sees the abort', async () => {
    const endpoints = [fake('a', 7, ['m'], 'hang'), fake('b', 7, ['m'])]
    const { layer, clock } = setUp(endpoints, { retry: { budgetMs: 20 } })
    const decision = await layer.decide(request, exchangeWith(0, clock))
    expect(decision).toEqual({ type: 'deny', refusal: { code: 'upstream_timeout' } })
    expect(endpoints[1]?.asked).toEqual([])
  })

  it('does not touch an answer that has begun', async () => {
    const { layer, clock } = setUp([fake('a', 7, ['m'])], { retry: { budgetMs: 10 } })
    const decision = await layer.decide(request, exchangeWith(0, clock))
    if (decision.type !== 'answer' || decision.answer.kind !== 'chunks') throw new Error('no answer')
    await new Promise((resolve) => setTimeout(resolve, 30))
    for await (const [chunk] of decision.answer.chunks) expect(chunk?.id).toBe('a')
  })

  it.each(['before', 'while asking', 'while waiting'])('is the signal’s reason when it aborts %s', async (when) => {
    const gone = new Error('gone')
    const controller = new AbortController()
    const endpoint = fake('a', 7, ['m'], when === 'while waiting' ? status(500) : 'hang')
    const sleeping = Promise.withResolvers<void>()
    const { layer, clock } = setUp([endpoint], {
      sleep: (_, signal) => {
        sleeping.resolve()
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    })
    if (when === 'before') controller.abort(gone)
    const deciding = layer.decide(request, exchangeWith(0, clock, { signal: controller.signal }))
    if (when === 'while waiting') await sleeping.promise
    if (when !== 'before') controller.abort(gone)
    await expect(deciding).rejects.toBe(gone)
    expect(endpoint.asked.length).toBeLessThanOrEqual(1)
  })

  it('reaches an answer that has begun', async () => {
    const controller = new AbortController()
    const { layer, clock } = setUp([fake('a', 7, ['m'])])
    const decision = await layer.decide(request, exchangeWith(0, clock, { signal: controller.signal }))
    if (decision.type !== 'answer' || decision.answer.kind !== 'chunks') throw new Error('no answer')
    const gone = new Error('gone')
    controller.abort(gone)
    await expect(decision.answer.chunks[Symbol.asyncIterator]().next()).rejects.toBe(gone)
  })
})

describe('createRouteLayer', () => {
  it.each([
    { attempts: 0 },
    { attempts: 11 },
    { attempts: 1.5 },
    { maxDelayMs: 99 },
    { baseDelayMs: -1 },
    { budgetMs: 0 },
    { budgetMs: 10_001 },
  ])('refuses %j', (retry) => {
    expect(() => setUp([], { retry })).toThrow(RangeError)
  })

  it('fails closed', () => {
    expect(setUp([]).layer).toMatchObject({ id: 'L5', onError: 'deny', timeoutMs: 10_001 })
  })
})
