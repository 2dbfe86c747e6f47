import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type Clock, canonicalJson } from '@sluice/contracts'
import type { ModelEndpoint } from '@sluice/pipeline'
import { EndpointError, type ModelPrice, type ToolPins } from '@sluice/pipeline/ports'
import { createModelEndpoint, createToolServer, GuardService, PresidioRecognizer } from '@sluice/providers'
import type { Spendings } from '../spending/spendings.ts'
import type { EndpointSet, RegisteredEndpoint } from './endpoint-registry.ts'
import { FairRate } from './fair-rate.ts'
import { OpenedServices } from './opened-services.ts'
import type { EndpointConfig, GuardConfig, McpServerConfig, RecognizerConfig, RegistryConfig } from './read-registry.ts'
import type { WrittenPrice } from './registry-schema.ts'

type EndpointOptions = Parameters<typeof createModelEndpoint>[0]
type OpenedEndpoint = ReturnType<typeof createModelEndpoint>

/** What holds where an endpoint does not say otherwise. */
interface EndpointDefaults
  extends Pick<
    EndpointOptions,
    | 'connectTimeoutMs'
    | 'headersTimeoutMs'
    | 'idleTimeoutMs'
    | 'maxConnections'
    | 'maxWaiting'
    | 'maxWaitMs'
    | 'maxAnswerBytes'
  > {
  readonly clock: Clock
  /** How many gateways share what an endpoint takes a minute, this one included. */
  readonly liveGateways: () => number
  /** The longest answer of a tool server, in bytes. */
  readonly maxResultBytes: number
  /** Which definitions of tools are accepted. */
  readonly pins: ToolPins
  /** The budgets of all endpoints. */
  readonly spendings: Pick<Spendings, 'ofEndpoint'>
}

interface Opened {
  readonly endpoint: OpenedEndpoint
  readonly rate: FairRate
  /** Sets that have it. */
  uses: number
}

/** Of one endpoint, how many connections requests hold and how many requests wait for one. */
interface EndpointLoad {
  readonly endpoint: string
  readonly inUse: number
  readonly waiting: number
}

/** One millionth of a currency's unit. */
const MICROS = 1_000_000
const MINUTE_MS = 60_000
/** Endpoints that are opened in one turn of the event loop: each takes about a millisecond. */
const OPENED_AT_ONCE = 4

/**
 * The connections of all endpoints. Those of an endpoint are opened once and shared by every reading of the registry
 * that says the same of them, and are closed when no reading has them any more.
 */
export class OpenedEndpoints {
  readonly #defaults: EndpointDefaults
  readonly #opened = new Map<string, Opened>()
  readonly #recognizers: OpenedServices<RecognizerConfig, PresidioRecognizer>
  readonly #guards: OpenedServices<GuardConfig, GuardService>

  constructor(defaults: EndpointDefaults) {
    const { clock } = defaults
    this.#recognizers = new OpenedServices((config) => new PresidioRecognizer({ ...config, clock }))
    this.#guards = new OpenedServices((config) => new GuardService({ ...config, clock }))
    this.#defaults = defaults
  }

  /**
   * Opens what is new in a reading of the registry, in steps, so that `setOf` has little left to do. What was opened
   * for a reading that was then not taken is closed.
   */
  async prepare({ endpoints }: Pick<RegistryConfig, 'endpoints'>): Promise<void> {
    this.#closeUnused()
    let opened = 0
    for (const config of endpoints) {
      for (const apiKey of [config.apiKey, ...Object.values(config.tenantKeys ?? {})]) {
        this.#open(config, apiKey).opened.uses -= 1
        opened += 1
        if (opened % OPENED_AT_ONCE === 0) await setImmediate()
      }
    }
  }

  /** Opens what is new in a reading of the registry. */
  setOf({
    endpoints,
    mcpServers,
    recognizers = [],
    guards = [],
  }: Pick<RegistryConfig, 'endpoints' | 'mcpServers'> & Partial<RegistryConfig>): EndpointSet {
    const used: string[] = []
    const open = (config: EndpointConfig, apiKey: string | undefined, tenant?: string) => {
      const { key, opened } = this.#open(config, apiKey)
      used.push(key)
      return this.#describe(config, opened, tenant)
    }
    const registered = endpoints
      .map((config, index) => ({ priority: index, ...config }))
      .flatMap((config): RegisteredEndpoint[] => {
        const { apiKey, aws, azure, tenantKeys } = config
        const isForOthers = apiKey !== undefined || aws !== undefined || azure?.entra !== undefined
        const own = Object.entries(tenantKeys ?? {})
        return [
          // A tenant without a key of its own gets nothing where keys are all there is.
          ...(!isForOthers && own.length > 0 ? [] : [{ endpoint: open(config, apiKey) }]),
          ...own.map(([tenant, key]) => ({ endpoint: open(config, key, tenant), tenant })),
        ]
      })
    const toolServers = mcpServers.map((config) => {
      const { key, endpoint } = this.#openToolServer(config)
      used.push(key)
      return { endpoint }
    })
    const others = this.#recognizers.setOf(recognizers)
    const judges = this.#guards.setOf(guards)
    const onUnused = () => {
      this.#letGo(used)
      others.letGo()
      judges.letGo()
    }
    const all = [...registered, ...toolServers]
    return { endpoints: all, recognizers: others.services, guards: judges.services, onUnused }
  }

  load(): EndpointLoad[] {
    const byName = new Map<string, { inUse: number; waiting: number }>()
    for (const { endpoint } of this.#opened.values()) {
      const { inUse, waiting } = endpoint.load()
      const sum = byName.get(endpoint.name) ?? { inUse: 0, waiting: 0 }
      byName.set(endpoint.name, { inUse: sum.inUse + inUse, waiting: sum.waiting + waiting })
    }
    return [...byName].map(([endpoint, sum]) => ({ endpoint, ...sum }))
  }

  async close(): Promise<void> {
    await Promise.all([
      this.#recognizers.close(),
      this.#guards.close(),
      ...[...this.#opened.values()].map(({ endpoint }) => endpoint.close()),
    ])
  }

  #open(config: EndpointConfig, apiKey: string | undefined): { readonly key: string; readonly opened: Opened } {
    const options = this.#optionsOf(config, apiKey)
    const { clock: _, ...written } = options
    return this.#share(written, () => createModelEndpoint(options))
  }

  /** What policies ask of a tool server is not part of what its connections depend on, but few change it. */
  #openToolServer(config: McpServerConfig): { readonly key: string; readonly endpoint: ModelEndpoint } {
    const { liveGateways: _, maxAnswerBytes: __, spendings: ___, clock, pins, ...defaults } = this.#defaults
    const written = { ...defaults, ...config }
    const { key, opened } = this.#share(written, () => createToolServer({ ...written, clock, pins }))
    return { key, endpoint: opened.endpoint }
  }

  /** @param written all that the connections depend on. */
  #share(written: object, create: () => OpenedEndpoint): { readonly key: string; readonly opened: Opened } {
    const key = hash('sha256', canonicalJson(written), 'base64url')
    let opened = this.#opened.get(key)
    if (opened === undefined) {
      opened = { endpoint: create(), rate: new FairRate(), uses: 0 }
      this.#opened.set(key, opened)
    }
    opened.uses += 1
    return { key, opened }
  }

  #letGo(keys: readonly string[]): void {
    for (const key of keys) {
      const opened = this.#opened.get(key)
      if (opened !== undefined) opened.uses -= 1
    }
    this.#closeUnused()
  }

  #closeUnused(): void {
    for (const [key, { endpoint, uses }] of this.#opened) {
      if (uses > 0) continue
      this.#opened.delete(key)
      void endpoint.close()
    }
  }

  /** Everything that connections depend on. What only chooses among endpoints is left out: it changes no connection. */
  #optionsOf(config: EndpointConfig, apiKey: string | undefined): EndpointOptions {
    const { liveGateways: _, pins: __, maxResultBytes: ___, spendings: ____, ...defaults } = this.#defaults
    const { name, kind, baseUrl, headers, azure, aws, region, modelMap, streamUsage, errors } = config
    const { timeouts = {}, concurrency } = config
    return {
      ...defaults,
      ...{ name, kind, baseUrl, apiKey, headers, azure, aws, region, modelMap, streamUsage, errors },
      ...{ permittedLevel: 0, models: [] },
      connectTimeoutMs: timeouts.connectMs ?? defaults.connectTimeoutMs,
      headersTimeoutMs: timeouts.headersMs ?? defaults.headersTimeoutMs,
      idleTimeoutMs: timeouts.idleMs ?? defaults.idleTimeoutMs,
      maxConnections: concurrency ?? defaults.maxConnections,
    }
  }

  #describe(config: EndpointConfig, { endpoint: opened, rate }: Opened, tenant: string | undefined): ModelEndpoint {
    const { clock, liveGateways, spendings } = this.#defaults
    const { name, requestsPerMinute, limits } = config
    const requireRate = (user: string) => {
      if (requestsPerMinute === undefined) return
      const share = Math.max(1, Math.floor(requestsPerMinute / Math.max(1, liveGateways())))
      const waitMs = rate.take(user, share, clock.monotonicMs())
      if (waitMs === undefined) return
      const retryAfterSeconds = Math.ceil(Math.min(waitMs, MINUTE_MS) / 1000)
      throw new EndpointError(name, { kind: 'limited', retryAfterSeconds })
    }
    return {
      ...{ name, permittedLevel: config.permittedLevel, region: config.region },
      providerKind: config.providerKind ?? opened.providerKind,
      providerName: opened.providerName,
      ...{ retentionDays: config.retentionDays, shareable: config.shareable, aliases: config.aliases },
      models: { chat: config.models, embeddings: config.embeddingModels },
      ...{ priority: config.priority, weight: config.weight, connections: opened },
      priceOf: (model) => priceOf(config, model),
      budget: limits && spendings.ofEndpoint(name, tenant, limits),
      async ask(request, call) {
        requireRate(call.user)
        return await opened.ask(request, call)
      },
    }
  }
}

function priceOf({ price, prices = {} }: EndpointConfig, model: string): ModelPrice | undefined {
  const written = Object.hasOwn(prices, model) ? prices[model] : price
  return written && inMicros(written)
}

function inMicros({ currency, input, output, cachedInput = input }: WrittenPrice): ModelPrice {
  const micros = (amount: number) => Math.round(amount * MICROS)
  return { currency, inputMicros: micros(input), outputMicros: micros(output), cachedInputMicros: micros(cachedInput) }
}
