import { type Principal, type SensitivityTile, SluiceError } from '@sluice/contracts'
import {
  AbortScope,
  continueResponses,
  type KeptResponse,
  type LocalRequest,
  type RemoteRequest,
  type ResponsesHistory,
  referencesIn,
} from '@sluice/pipeline'
import type { BodyOwner } from '../admission/open-body.ts'
import { openBody } from '../admission/open-body.ts'
import type { Dependencies } from '../dependencies.ts'
import { answeredItemToSend, itemsToSend } from '../protocols/openai-responses/items-to-send.ts'
import { openAiResponses } from '../protocols/openai-responses/parse.ts'
import { findKept } from './find-kept.ts'
import { outputOf } from './output-of.ts'
import { placeOfItem } from './response-id.ts'

type ContinueDependencies = Pick<Dependencies, 'bodies' | 'clock' | 'kept' | 'keyRing' | 'limits'>

type ResponsesRequest = (LocalRequest | RemoteRequest) & { readonly kind: 'responses' }

/** A request together with what it continues. */
interface Continued {
  readonly request: ResponsesRequest
  /** The session that it goes on in. */
  readonly session: KeptResponse['session']
  /** Of what was sent before. */
  readonly tile: SensitivityTile
  /** What to say where that session cannot be entered (any more). */
  readonly notFound: SluiceError
}

/** So many earlier responses may be named in one request by their items. */
const MAX_NAMED_RESPONSES = 64

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
  const found = new KeptOfRequest(dependencies, owner.principal)
  const previous = typeof previousId === 'string' ? await found.take(previousId, previousNotFound) : undefined
  const named: ResponsesHistory['named'] = await found.itemsNamed(names)
  const { session, tile } = found.together()
  const history = { items: previous === undefined ? [] : [...previous.input, ...answerToSend(previous)], named }
  const notFound = previous === undefined ? itemNotFound() : previousNotFound()
  return { request: await withHistory(dependencies, request, history, owner, holdBytes), session, tile, notFound }
}

/** The kept responses of one request: all of one session. */
class KeptOfRequest {
  readonly #dependencies: ContinueDependencies
  readonly #principal: Principal
  readonly #found = new Map<string, KeptResponse>()

  constructor(dependencies: ContinueDependencies, principal: Principal) {
    this.#dependencies = dependencies
    this.#principal = principal
  }

  async take(responseId: string, notFound: () => SluiceError): Promise<KeptResponse> {
    const known = this.#found.get(responseId)
    if (known !== undefined) return known
    const kept = await findKept(this.#dependencies, this.#principal, responseId)
    const [first] = this.#found.values()
    if (kept === undefined || (first !== undefined && first.session.id !== kept.session.id)) throw notFound()
    this.#found.set(responseId, kept)
    return kept
  }

  async itemsNamed(ids: readonly string[]): Promise<ResponsesHistory['named']> {
    const named: Record<string, ResponsesHistory['named'][string]> = {}
    for (const id of ids) {
      const place = placeOfItem(id)
      if (place === undefined || this.#found.size > MAX_NAMED_RESPONSES) throw itemNotFound()
      const kept = await this.take(place.responseId, itemNotFound)
      const item = outputOf(kept.response)[place.index]
      if (item?.id !== id) throw itemNotFound()
      named[id] = answeredItemToSend(item) ?? null
    }
    return named
  }

  /** The session of all, and the tile of the most sensitive one. */
  together(): Pick<KeptResponse, 'session' | 'tile'> {
    const [first, ...others] = [...this.#found.values()].toSorted((a, b) => b.tile.level - a.tile.level)
    if (first === undefined || others.some(({ session }) => session.secret !== first.session.secret))
      throw itemNotFound()
    return first
  }
}

/** A body that is here is opened again, so that one which has become long goes to a thread. */
async function withHistory(
  dependencies: ContinueDependencies,
  request: ResponsesRequest,
  history: ResponsesHistory,
  owner: BodyOwner,
  holdBytes: (bytes: number) => void,
): Promise<ResponsesRequest> {
  if (request.remote === undefined) {
    const bytes = Buffer.from(JSON.stringify(continueResponses(request, history).body))
    holdBytes(bytes.byteLength)
    return await openBody(dependencies, bytes, openAiResponses, owner)
  }
  // Ends with the exchange: the thread lets go of a body whose scope is closed.
  const scope = new AbortScope(owner.lifetime.workSignal, owner.principal, dependencies.clock)
  const text = JSON.stringify(history)
  holdBytes(text.length)
  const { endpoints } = await request.remote.continue(text, scope)
  const { seals: _, ...rest } = request
  return endpoints.length === 0 ? rest : { ...rest, seals: { endpoints: new Set(endpoints) } }
}

/** What a model has answered, as it goes back. */
function answerToSend({ response }: KeptResponse): ResponsesHistory['items'] {
  return itemsToSend(outputOf(response), answeredItemToSend)
}

function previousNotFound(): SluiceError {
  return new SluiceError({ code: 'previous_response_not_found', param: 'previous_response_id' })
}

function itemNotFound(): SluiceError {
  const message = 'An item that the input names is not kept (any more). Send the item itself.'
  return new SluiceError({ code: 'not_found', message, param: 'input' })
}
