import { requireAtMost } from './bounds.ts'
import type { LocalRequest } from './model-request.ts'
import type { TextPosition } from './position.ts'
import type { ShapeName } from './shapes/index.ts'
import { visitRequest } from './visit.ts'

/** Where the walk over a body of each kind begins in the table of `shapes.ts`. */
export const ROOT_SHAPES = {
  chat: 'request',
  embeddings: 'embeddingsRequest',
  responses: 'responsesRequest',
  messages: 'messagesRequest',
  'token-count': 'messagesRequest',
  'tool-call': 'toolRequest',
  'tool-result': 'toolAnswer',
} as const satisfies Readonly<Record<LocalRequest['kind'], ShapeName>>

const remembered = new WeakMap<LocalRequest, readonly TextPosition[]>()

/**
 * Every text position of a request, in the order of the body: strings, member names that are not the wire's own, and
 * integers long enough to be a number of something. What is left out, and why, is the table in `shapes.ts`.
 * Remembered per request object. Throws `request_too_deep`, and `request_too_large` beyond `TEXT_LIMITS`.
 */
export function positionsOf(request: LocalRequest): readonly TextPosition[] {
  const known = remembered.get(request)
  if (known !== undefined) return known
  const positions: TextPosition[] = []
  let memberNames = 0
  const visit = (position: TextPosition) => {
    if (request.seals?.fixed.has(position.path) === true) return undefined
    positions.push(position)
    if (position.path.endsWith('~key')) memberNames += 1
    requireAtMost('texts', positions.length)
    requireAtMost('memberNames', memberNames)
    return undefined
  }
  const { files } = request
  visitRequest(request.body, ROOT_SHAPES[request.kind], visit, { textOf: (written) => files?.get(written) })
  remembered.set(request, positions)
  return positions
}

/**
 * The request with the text at each given path replaced. Nothing is mutated, and everything that was not replaced is
 * the same object. A number that is replaced becomes a string. Throws `request_too_deep`, and `invalid_request` where
 * two member names of one object would become one.
 */
export function rewrite<Request extends LocalRequest>(
  request: Request,
  replacements: ReadonlyMap<string, string>,
): Request {
  if (replacements.size === 0) return request
  const body = visitRequest(request.body, ROOT_SHAPES[request.kind], ({ path }) => replacements.get(path))
  // Replacing texts keeps the body's shape: members stay members, and texts stay texts.
  return body === request.body ? request : ({ ...request, body } as Request)
}
