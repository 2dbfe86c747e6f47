import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type Level, levelSchema, type SensitivityTile } from '@sluice/contracts'
import { AbortScope, answerOf, createRouteLayer, Disclosed, type Exchange, type ModelEndpoint } from '@sluice/pipeline'
import { EndpointError, type EndpointFailure, unlimitedSpending } from '@sluice/pipeline/ports'
import { createCedarPolicies } from '@sluice/policy/cedar'
import { fuzz } from '@sluice/testkit/fuzz'
import { createKeyRing } from '@sluice/token-vault'
import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import { EndpointRegistry } from './endpoint-registry.ts'
import { readRegistryFile } from './read-registry.ts'

const folder = mkdtempSync(join(tmpdir(), 'routing-'))
const file = join(folder, 'endpoints.json')
afterAll(() => rmSync(folder, { recursive: true }))
const keyRing = createKeyRing(new Map([['test', new Uint8Array(32).fill(7)]]), 'test')
const TENANTS = ['acme', 'other'] as const

const level = fc.integer({ min: 0, max: 7 }).map((number) => levelSchema.parse(number))
const failure = fc.constantFrom<EndpointFailure>(
  { kind: 'connect' },
  { kind: 'busy' },
  { kind: 'limited', retryAfterSeconds: 1 },
  { kind: 'headers-timeout' },
  { kind: 'protocol' },
  { kind: 'status', status: 400 },
  { kind: 'status', status: 401 },
  { kind: 'status', status: 429, retryAfterSeconds: 1 },
  { kind: 'status', status: 500 },
)
/** What an endpoint does each time it is asked, again and again from the beginning. */
const behaviour = fc.array(fc.option(failure, { nil: 'answer' as const }), { minLength: 1, maxLength: 4 })

const endpoint = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  permittedLevel: level,
  region: fc.constantFrom('eu', 'us'),
  priority: fc.constantFrom(0, 1),
  weight: fc.constantFrom(1, 5),
  tenant: fc.option(fc.constantFrom(...TENANTS), { nil: undefined }),
  does: behaviour,
})
/** A file as it may come: some are broken in one way or another. */
const registry = fc.record({
  endpoints: fc.uniqueArray(endpoint, { minLength: 1, maxLength: 4, selector: ({ name }) => name }),
  fault: fc.option(fc.constantFrom('level', 'twice', 'syntax', 'empty'), { nil: undefined, freq: 4 }),
})
/** What the tenant adds to the built-in policies. */
const policy = fc.constantFrom(
  'permit (principal, action, resource);',
  'forbid (principal, action == Action::"route", resource) unless { resource has region && resource.region == "eu" };',
  'forbid (principal, action == Action::"route", resource) when { context.tile.level > 3 };',
  'permit (principal, action == Action::"route", resource) when { context.tile.level > resource.permittedLevel };',
)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('request' as const),
      level,
      tenant: fc.constantFrom(...TENANTS),
      waits: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('reload' as const), registry }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('release' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('later' as const), ms: fc.integer({ min: 0, max: 40_000 }) }) },
)

type Registry = typeof registry extends fc.Arbitrary<infer Value> ? Value : never

function textOf({ endpoints, fault }: Registry): string {
  const written = endpoints.map(({ name, permittedLevel, region, priority, weight }) => ({
    ...{ name, permittedLevel, region, priority, weight, baseUrl: 'http://127.0.0.1:9/v1', models: ['m'] },
  }))
  switch (fault) {
    case 'level':
      return JSON.stringify(written.map((one) => ({ ...one, permittedLevel: 8 })))
    case 'twice':
      return JSON.stringify([...written, ...written])
    case 'syntax':
      return JSON.stringify(written).slice(0, -1)
    case 'empty':
      return ''
    case undefined:
      return JSON.stringify(written)
  }
}

interface Sent {
  readonly requestId: string
  readonly level: Level
  readonly tenant: string
  readonly endpoint: string
  readonly permittedLevel: Level
  readonly ownTenant: string | undefined
}

/** A gateway's routing without its network: what was sent where, of which tile, under which reading. */
class Routing {
  readonly sent: Sent[] = []
  readonly #policies = createCedarPolicies({ clearances: {} }, { clock: { nowMs: () => this.nowMs } })
  readonly #waiting: (() => void)[] = []
  readonly #running: Promise<void>[] = []
  readonly #layer = createRouteLayer({
    keyRing,
    timeoutMs: 100_001,
    retry: { attempts: 3, baseDelayMs: 1, maxDelayMs: 2_000, budgetMs: 100_000 },
    random: () => 0.5,
    sleep: async (delayMs) => {
      this.nowMs += delayMs
    },
  })
  readonly #registry: EndpointRegistry
  nowMs = 0
  #open = 0
  serial = 0

  constructor(first: Registry, policies: readonly string[]) {
    for (const tenant of TENANTS) {
      const stored = policies.map((text, index) => ({
        ...{ id: `own-${index}`, text, version: 1 },
        immutable: false,
        enabled: true,
      }))
      expect(this.#policies.replace(tenant, stored)).toEqual([])
    }
    this.#registry = new EndpointRegistry(this.#setOf({ ...first, fault: undefined }))
  }

  /** Takes a file as the gateway does: whole, or not at all. */
  reload(next: Registry): void {
    const before = this.#registry.current('acme').registry.digest
    writeFileSync(file, textOf(next))
    let isTaken: boolean
    try {
      isTaken = readRegistryFile(file, {}) !== undefined
    } catch {
      isTaken = false
    }
    expect(isTaken).toBe(next.fault === undefined)
    if (isTaken) this.#registry.replace(this.#setOf(next))
    else expect(this.#registry.current('acme').registry.digest).toBe(before)
  }

  /** @param waits until `release`, before it is routed: a reload may come in between. */
  request(tileLevel: Level, tenant: string, waits: boolean): void {
    const held = this.#registry.hold(tenant)
    const known = new Set(held.snapshot.endpoints.map(({ name }) => name))
    this.serial += 1
    const requestId = String(this.serial)
    const run = async () => {
      if (waits) await new Promise<void>((resolve) => this.#waiting.push(resolve))
      const decision = await this.#layer.decide(
        { kind: 'chat', body: { model: 'm', messages: [{ role: 'user', content: requestId }] } },
        this.#exchange(requestId, tileLevel, tenant, held.snapshot),
      )
      for (const one of this.sent) if (one.requestId === requestId) expect(known).toContain(one.endpoint)
      if (decision.type === 'allow') throw new Error('L5 answers or denies.')
      held.release()
    }
    this.#running.push(run())
  }

  release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  async end(): Promise<void> {
    this.release()
    await Promise.all(this.#running)
    await setImmediate()
    expect(this.#open).toBe(1)
  }

  #setOf({ endpoints }: Registry) {
    this.#open += 1
    let isClosed = false
    return {
      endpoints: endpoints.map(({ tenant, does, ...facts }) => ({
        ...(tenant === undefined ? {} : { tenant }),
        endpoint: this.#endpoint(facts, tenant, does, () => isClosed),
      })),
      onUnused: () => {
        isClosed = true
        this.#open -= 1
      },
    }
  }

  #endpoint(
    facts: Pick<ModelEndpoint, 'name' | 'permittedLevel' | 'region' | 'priority' | 'weight'>,
    ownTenant: string | undefined,
    does: readonly (EndpointFailure | 'answer')[],
    isClosed: () => boolean,
  ): ModelEndpoint {
    let asked = 0
    return {
      ...facts,
      models: { chat: ['m'], embeddings: [] },
      ask: async (_request, { leaving, requestId, scope, user }) => {
        // Connections of a set are open for as long as a request may use them.
        expect(isClosed()).toBe(false)
        const outcome = does[asked % does.length] ?? 'answer'
        asked += 1
        leaving({ digest: () => '' })
        const [tenant = '', tileLevel] = user.split('\n')
        const { name, permittedLevel } = facts
        this.sent.push({
          requestId,
          level: levelSchema.parse(Number(tileLevel)),
          tenant,
          endpoint: name,
          permittedLevel,
          ownTenant,
        })
        expect(scope.tenant).toBe(tenant)
        if (outcome !== 'answer') throw new EndpointError(name, outcome)
        return answerOf([])
      },
    }
  }

  /** The user is named by the level of the request, so that an endpoint can tell what it is sent. */
  #exchange(
    requestId: string,
    tileLevel: Level,
    tenant: string,
    endpoints: Exchange['runtime']['endpoints'],
  ): Exchange {
    const categories = { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 }
    const tile: SensitivityTile = { level: tileLevel, categories, reidentificationRisk: 0, flags: [], digest: '' }
    const principal = {
      ...{ tenant, sub: String(tileLevel), username: 'u', client: 'c' },
      ...{ groups: [], roles: [], departments: [] },
    }
    const clock = { nowMs: () => this.nowMs, monotonicMs: () => this.nowMs }
    const { signal } = new AbortController()
    return {
      origin: {
        ...{ requestId, principal, cacheUse: 'full' },
        request: { kind: 'chat', body: { model: 'm', messages: [] } },
        session: { id: 1, secret: '' },
      },
      runtime: {
        ...{ recordId: 'i', endpoints, clock, signal, holdBytes: () => undefined },
        spending: unlimitedSpending(0),
        policy: this.#policies.current(tenant),
      },
      facts: { tile },
      findings: [],
      disclosed: new Disclosed(),
      account: () => ({ events: [], violations: [], cacheHit: false, alerts: [] }),
      scope: new AbortScope(signal, principal, clock),
    }
  }
}

fuzz('routing', {
  'nothing is sent to an endpoint below its level or of another tenant, over failures and reloads': {
    property: fc.asyncProperty(
      registry,
      fc.array(policy, { maxLength: 2 }),
      fc.array(step, { minLength: 1, maxLength: 30 }),
      async (first, policies, steps) => {
        const routing = new Routing(first, policies)
        for (const one of steps) {
          if (one.type === 'request') routing.request(one.level, one.tenant, one.waits)
          else if (one.type === 'reload') routing.reload(one.registry)
          else if (one.type === 'release') routing.release()
          else routing.nowMs += one.ms
          await setImmediate()
        }
        await routing.end()
        for (const { level: tileLevel, tenant, permittedLevel, ownTenant } of routing.sent) {
          expect(permittedLevel).toBeGreaterThanOrEqual(tileLevel)
          if (ownTenant !== undefined) expect(ownTenant).toBe(tenant)
          if (policies.some((text) => text.includes('level > 3'))) expect(tileLevel).toBeLessThanOrEqual(3)
        }
      },
    ),
    runs: 150,
  },
})
