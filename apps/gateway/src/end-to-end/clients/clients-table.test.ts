import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createRedisOutbox } from '@sluice/outbox'
import { CommandBatcher } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { connectSessions, createFreezeControl, type FreezeControl } from '@sluice/sessions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storeKey } from '../../testing/stored-keys.ts'
import { type Caller, type GatewayStack, startGatewayStack } from '../../testing/test-stack.ts'
import type { ClientUnderTest } from './client.ts'
import { CLIENTS } from './clients.ts'
import { answerAsModel, KINDS, SCENARIOS, type Scenario, type Scene } from './scenarios.ts'
import { withTable } from './write-table.ts'

const GUIDE = fileURLToPath(new URL('../../../../../docs/clients.md', import.meta.url))
const CALLERS = ['alice', 'bob'] as const

const outcomes = new Map(CLIENTS.map((client) => [client, new Map<Scenario, string>()]))
const tokens = new Map<Caller, string>()
let stack: GatewayStack
let control: FreezeControl
let apiKey: string

beforeAll(async () => {
  stack = await startGatewayStack((stub) => ({
    CACHE_TTL_MS: '0',
    ENDPOINTS: JSON.stringify(
      KINDS.map((kind) => ({
        ...{ name: kind, kind, baseUrl: stub.baseUrl, permittedLevel: 7, models: [`over-${kind}`] },
        ...(kind === 'openai-compatible' && { embeddingModels: ['embed'] }),
      })),
    ),
  }))
  const { redisClient: redis, sessions } = stack
  const outbox = createRedisOutbox(new CommandBatcher(redis), { clock: systemClock })
  const connection = connectSessions({ redis, redisUrl: stack.redis.url, clock: systemClock, onError: () => undefined })
  control = createFreezeControl({ connection, sessions, outbox, service: 'test' })
  apiKey = (await storeKey(stack.database)).text
  for (const caller of CALLERS) tokens.set(caller, await stack.tokenFor(caller))
})
afterAll(async () => {
  control?.close()
  await stack?.stop()
})
beforeEach(() => {
  stack.stub.reset()
  stack.stub.respondWith(answerAsModel)
})

function sceneOf({ open }: ClientUnderTest, model: string): Scene {
  let sent = 0
  const counting: typeof fetch = async (...request) => {
    sent += 1
    return await fetch(...request)
  }
  return {
    ...{ stack, control, model },
    sent: () => sent,
    as: (caller, headers = {}) =>
      open({
        ...{ url: stack.url, model, headers, fetch: counting },
        token: caller === 'a key of alice' ? apiKey : (tokens.get(caller) ?? ''),
      }),
  }
}

describe.each(CLIENTS.map((client) => [client.name, client] as const))('%s', (_name, client) => {
  const cells = outcomes.get(client)

  for (const scenario of SCENARIOS) {
    const { column, has, isOnEachKind, run } = scenario
    for (const kind of isOnEachKind ? KINDS : KINDS.slice(0, 1)) {
      it(`${column}, of an endpoint of the kind ${kind}`, async () => {
        const scene = sceneOf(client, `over-${kind}`)
        if (has !== undefined && !has(scene.as('alice'))) {
          cells?.set(scenario, '-')
          return
        }
        // A scenario that fails leaves this behind, whatever the endpoints after it do.
        const before = cells?.get(scenario) ?? 'yes'
        cells?.set(scenario, 'fails')
        await run(scene)
        cells?.set(scenario, before)
      })
    }
  }
})

it('stands in the documentation', async () => {
  await expect(withTable(readFileSync(GUIDE, 'utf8'), outcomes, SCENARIOS)).toMatchFileSnapshot(GUIDE)
})
