import { SluiceError } from '@sluice/contracts'
import {
  AbortScope,
  continueResponses,
  type ExchangeOrigin,
  type ItemNames,
  type KeptResponse,
  type LocalRequest,
  type RemoteRequest,
  type ResponsesHistory,
  referencesIn,
} from '@sluice/pipeline'
import type { BodyOwner } from '../admission/open-body.ts'
import { openBody } from '../admission/open-body.ts'
import type { Dependencies } from '../dependencies.ts'
import { answeredItemToSend } from '../protocols/openai-responses/items-to-send.ts'
import { openAiResponses } from '../protocols/openai-responses/parse.ts'
import { findKept } from './find-kept.ts'
import { joinKept } from './join-kept.ts'
import { outputOf } from './output-of.ts'
import { responseOfItem } from './response-id.ts'

type ContinueDependencies = Pick<
  Dependencies,
  'apiKeys' | 'bodies' | 'clock' | 'kept' | 'keyRing' | 'limits' | 'sessionKeys'
>

type ResponsesRequest = (LocalRequest | RemoteRequest) & { readonly kind: 'responses' }

/** A request together with what it continues. */
interface Continued {
  readonly request: ResponsesRequest
  /** The session that it goes on in. */
  readonly session: KeptResponse['session']
  readonly history: NonNullable<ExchangeOrigin['history']>
  /** The dates in it that were shifted when they were sent. */
  readonly shifted: NonNullable<ExchangeOrigin['shifted']>
  /** What to say where that session cannot be entered (any more). */
  readonly notFound: SluiceError
}

/** So many responses are looked up for the items that one request names: the latest one knows those before it. */
const MAX_NAMED_RESPONSES = 32

/**
 * Puts the history of a request before its input: of the response that it continues, and the items that it names.
 * Undefined where it continues nothing.
 *
 * @param holdBytes charges what the history takes to its caller. What it throws ends the request.
 * @throws SluiceError `previous_response_not_found`, `not_found` for an item, `invalid_request`, and as the thread does
 *   that holds a long body.
 */
export async function continueResponse(
  dependencies: ContinueDependencies,
  request: ResponsesRequest,
  owner: BodyOwner,
  holdBytes: (bytes: number) => void,
): Promise<Continued | undefined> {
  const { previous_response_id: previousId } = request.body
  const names = request.remote === undefined ? referencesIn(request.body) : (request.body.references ?? [])
  if ((previousId === undefined || previousId === null) && names.length === 0) return undefined
  const found = new KeptOfRequest(dependencies, owner, holdBytes)
  const previous = typeof previousId === 'string' ? await found.take(previousId, previousNotFound) : undefined
  const named = await found.itemsNamed(names)
  const { session, tile, shifted } = found.together()
  const before = previous === undefined ? { items: [], names: {} } : saidUntil(previous)
  const continued = await withHistory(dependencies, request, { ...before, named }, owner, holdBytes)
  const notFound = previous === undefined ? itemNotFound() : previousNotFound()
  const history = { tile, names: continued.names, count: before.items.length }
  return { request: continued.request, session, history, shifted, notFound }
}

/** The kept responses of one request: all of one session. */
class KeptOfRequest {
  readonly #dependencies: ContinueDependencies
  readonly #owner: BodyOwner
  readonly #holdBytes: (bytes: number) => void
  readonly #found = new Map<string, KeptResponse>()

  constructor(dependencies: ContinueDependencies, owner: BodyOwner, holdBytes: (bytes: number) => void) {
    this.#dependencies = dependencies
    this.#owner = owner
    this.#holdBytes = holdBytes
  }

  async take(responseId: string, notFound: () => SluiceError): Promise<KeptResponse> {
    const known = this.#found.get(responseId)
    if (known !== undefined) return known
    const kept = await findKept(this.#dependencies, this.#owner, responseId, this.#holdBytes)
    const [first] = this.#found.values()
    if (kept === undefined || (first !== undefined && first.session.id !== kept.session.id)) throw notFound()
    this.#found.set(responseId, kept)
    return kept
  }

  /** The items of these ids. The latest response, whose items stand last, knows those of all before it. */
  async itemsNamed(ids: readonly string[]): Promise<ResponsesHistory['named']> {
    const named: Record<string, ResponsesHistory['named'][string]> = {}
    for (const id of ids.toReversed()) {
      if (Object.hasOwn(named, id)) continue
      const responseId = responseOfItem(id)
      if (responseId === undefined || this.#found.size >= MAX_NAMED_RESPONSES) throw itemNotFound()
      const { items, names } = saidUntil(await this.take(responseId, itemNotFound))
      for (const [name, at] of Object.entries(names)) named[name] = items[at] ?? null
      if (!Object.hasOwn(named, id)) throw itemNotFound()
    }
    return named
  }

  /** The session of all, and what they hold together. */
  together(): Pick<KeptResponse, 'session' | 'tile' | 'shifted'> {
    const whole = joinKept([...this.#found.values()])
    if (whole === undefined) throw itemNotFound()
    return whole
  }
}

/** A body that is here is opened again, so that one which has become long goes to a thread. */
async function withHistory(
  dependencies: ContinueDependencies,
  request: ResponsesRequest,
  history: ResponsesHistory,
  owner: BodyOwner,
  holdBytes: (bytes: number) => void,
): Promise<{ readonly request: ResponsesRequest; readonly names: ItemNames }> {
  if (request.remote === undefined) {
    const continued = continueResponses(request, history)
    const bytes = Buffer.from(JSON.stringify(continued.request.body))
    holdBytes(bytes.byteLength)
    return { request: await openBody(dependencies, bytes, openAiResponses, owner), names: continued.names }
  }
  // Ends with the exchange: the thread lets go of a body whose scope is closed.
  const scope = new AbortScope(owner.lifetime.workSignal, owner.principal, dependencies.clock)
  const text = JSON.stringify(history)
  holdBytes(text.length)
  const { endpoints, names } = await request.remote.continue(text, scope)
  const { seals: _, ...rest } = request
  return { request: endpoints.length === 0 ? rest : { ...rest, seals: { endpoints: new Set(endpoints) } }, names }
}

/** All that was sent and answered up to the end of a response, and where the items of responses stand in it. */
function saidUntil({ input, names, response }: KeptResponse): Pick<ResponsesHistory, 'items' | 'names'> {
  const items = [...input]
  const places = new Map(Object.entries(names))
  for (const item of outputOf(response)) {
    const sent = answeredItemToSend(item)
    if (typeof item.id === 'string') places.set(item.id, sent === undefined ? -1 : items.length)
    if (sent !== undefined) items.push(sent)
  }
  return { items, names: Object.fromEntries(places) }
}

function previousNotFound(): SluiceError {
  return new SluiceError({ code: 'previous_response_not_found', param: 'previous_response_id' })
}

function itemNotFound(): SluiceError {
  const message = 'An item that the input names is not kept (any more). Send the item itself.'
  return new SluiceError({ code: 'not_found', message, param: 'input' })
}
