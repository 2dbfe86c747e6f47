import type { ChatRequest } from '@sluice/contracts'
import type { TextPosition } from './position.ts'
import { visitRequest } from './visit.ts'

const remembered = new WeakMap<ChatRequest, readonly TextPosition[]>()

/**
 * Every text position of a request, in the order of the body: strings, member names that are not the wire's own, and
 * integers long enough to be a number of something. What is left out, and why, is the table in `shapes.ts`.
 * Remembered per request object. Throws `request_too_deep`.
 */
export function textPositionsOf(request: ChatRequest): readonly TextPosition[] {
  const known = remembered.get(request)
  if (known !== undefined) return known
  const positions: TextPosition[] = []
  visitRequest(request, (position) => {
    positions.push(position)
    return undefined
  })
  remembered.set(request, positions)
  return positions
}

/**
 * The request with the text at each given path replaced. Nothing is mutated, and everything that was not replaced is
 * the same object. A number that is replaced becomes a string. Throws `request_too_deep`, and `invalid_request` where
 * two member names of one object would become one.
 */
export function rewriteTexts(request: ChatRequest, replacements: ReadonlyMap<string, string>): ChatRequest {
  if (replacements.size === 0) return request
  const rewritten = visitRequest(request, (position) => replacements.get(position.path))
  // Replacing texts keeps the request's shape: members stay members, and texts stay texts.
  return rewritten as ChatRequest
}
