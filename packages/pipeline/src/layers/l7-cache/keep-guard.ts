import type { WireEvent } from '@sluice/contracts'
import type { KeyRing } from '@sluice/token-vault'
import type { Facts } from '../../facts.ts'
import { keptKeyOf, sealKept, writeKept } from '../../kept-response.ts'
import type { AnswerGuard, Awaitable, Exchange } from '../../layer.ts'
import type { KeptResponses } from '../../ports/kept-responses.ts'

interface KeepOptions {
  readonly kept: KeptResponses
  readonly keyRing: KeyRing
  /** A longer response, with its request, is not kept; UTF-8 bytes of their JSON. */
  readonly maxKeptBytes: number
}

/** The events after which a response can be continued. */
const ENDED: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete'])

/**
 * Keeps one response for a later request, still tokenized, before its last event goes on. Each response that passes
 * says in `store` whether it is kept, so that a caller does not count on one that was too long.
 */
export class KeepGuard implements AnswerGuard<WireEvent> {
  readonly #request: NonNullable<Facts['toKeep']>
  readonly #exchange: Exchange
  readonly #options: KeepOptions

  constructor(request: NonNullable<Facts['toKeep']>, exchange: Exchange, options: KeepOptions) {
    this.#request = request
    this.#exchange = exchange
    this.#options = options
  }

  take(events: readonly WireEvent[]): Awaitable<readonly WireEvent[]> {
    const passed = events.map((event) => withStore(event, true))
    const last = passed.findIndex(({ type }) => ENDED.has(type))
    const ended = passed[last]
    if (ended === undefined) return passed
    return this.#keep(ended).then((isKept) => passed.with(last, withStore(ended, isKept)))
  }

  end(): readonly WireEvent[] {
    return []
  }

  async #keep({ type, response }: WireEvent): Promise<boolean> {
    const { kept, keyRing, maxKeptBytes } = this.#options
    const { origin, facts, runtime } = this.#exchange
    if (facts.tile === undefined || !hasId(response)) return false
    const { principal } = origin
    const session = { id: origin.session.id, secret: origin.session.secret }
    const names = { ...origin.history?.names }
    const shifted = [...new Map([...(origin.shifted ?? []), ...(facts.shifted ?? [])])]
    const about = {
      ...{ session, model: origin.request.body.model, tile: facts.tile, names, shifted, type, response },
      ...(runtime.approval === undefined ? {} : { approvalId: runtime.approval.id }),
    }
    const text = writeKept(this.#request, about, maxKeptBytes)
    if (text === undefined) return false
    const { tenant, sub } = principal
    return await kept.keep(keptKeyOf(principal, response.id), sealKept(keyRing, principal, about, text), {
      tenant,
      sub,
    })
  }
}

function withStore(event: WireEvent, store: boolean): WireEvent {
  const { response } = event
  return typeof response === 'object' && response !== null ? { ...event, response: { ...response, store } } : event
}

function hasId(response: unknown): response is { readonly id: string } {
  return typeof response === 'object' && response !== null && 'id' in response && typeof response.id === 'string'
}
