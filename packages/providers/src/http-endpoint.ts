import { type Level, SluiceError } from '@sluice/contracts'
import {
  type Answer,
  type EndpointCall,
  EndpointError,
  type ModelEndpoint,
  type ModelRequest,
} from '@sluice/pipeline/ports'
import { NoFreeSlot } from '@sluice/service-kit/async'
import { failureOf, toFault } from './answer-fault.ts'
import { factsOf } from './endpoint-kinds.ts'
import type { EndpointOptions } from './endpoint-options.ts'
import { preloadSdk } from './sdk/sdk-models.ts'
import { Upstream } from './upstream.ts'
import { UpstreamWordsFilter } from './upstream-words.ts'
import { type Wires, wiresOf } from './wires/wires.ts'

export interface ClosableModelEndpoint extends ModelEndpoint {
  /** Connections that requests hold now, and requests that wait for one. */
  load(): { readonly inUse: number; readonly waiting: number }
  /** Closes the connections; answers in flight break off. */
  close(): Promise<void>
}

/**
 * A model server that is asked by HTTP, in the wires of its kind. Unknown members ride along both ways.
 *
 * TLS trusts what Node trusts; a private authority goes into `NODE_EXTRA_CA_CERTS`.
 *
 * @throws {TypeError} if `baseUrl` is not an http or https URL.
 */
export function createModelEndpoint(options: EndpointOptions): ClosableModelEndpoint {
  return new HttpEndpoint(options)
}

class HttpEndpoint implements ClosableModelEndpoint {
  readonly name: string
  readonly permittedLevel: Level
  readonly providerKind: ModelEndpoint['providerKind']
  readonly providerName: string | undefined
  readonly region: string | undefined
  readonly retentionDays: number | undefined
  readonly shareable: boolean
  readonly models: ModelEndpoint['models']
  readonly #upstream: Upstream
  readonly #wires: Wires
  readonly #words: UpstreamWordsFilter

  constructor(options: EndpointOptions) {
    this.name = options.name
    this.permittedLevel = options.permittedLevel
    this.providerKind = options.providerKind ?? factsOf(options.kind).runBy
    this.providerName = factsOf(options.kind).providerName
    this.region = options.region
    this.retentionDays = options.retentionDays
    this.shareable = options.shareable ?? false
    this.models = { chat: options.models, embeddings: options.embeddingModels ?? [] }
    this.#words = new UpstreamWordsFilter(options)
    this.#upstream = new Upstream(options, this.#words)
    const kind = options.kind ?? 'openai-compatible'
    preloadSdk(kind)
    this.#wires = wiresOf(kind)
  }

  async ask(request: ModelRequest, call: EndpointCall): Promise<Answer> {
    try {
      return await this.#askInItsWire(request, call)
    } catch (error) {
      if (call.signal.aborted) throw call.signal.reason
      if (error instanceof EndpointError || error instanceof SluiceError) throw error
      if (error instanceof NoFreeSlot) throw new EndpointError(this.name, { kind: 'busy' }, { cause: error })
      const fault = toFault(error)
      throw new EndpointError(this.name, failureOf(fault, this.#words), { cause: fault })
    }
  }

  load() {
    return this.#upstream.load()
  }

  close(): Promise<void> {
    return this.#upstream.close()
  }

  #askInItsWire(request: ModelRequest, call: EndpointCall): Promise<Answer> {
    switch (request.kind) {
      case 'chat':
        return this.#wires.chat(this.#upstream, request, call)
      case 'responses':
        return this.#wires.responses(this.#upstream, request, call)
      case 'messages':
        return this.#wires.messages(this.#upstream, request, call)
      case 'token-count':
        return this.#wires['token-count'](this.#upstream, request, call)
      case 'embeddings':
        return this.#wires.embeddings(this.#upstream, request, call)
      case 'tool-call':
      case 'tool-result':
        return Promise.reject(new Error('A model endpoint has no tools.'))
    }
  }
}
