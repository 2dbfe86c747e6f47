import type { Result, Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'

/** What Hono reads as more than the path itself: parameters, patterns, optional segments. */
const PATTERN = /[:*{}?]/

/**
 * Hono's usual routers, asked once for each route whose path is literal. Routes of which one pattern covers another
 * leave Hono with its slowest router, which walks its tree for every request.
 *
 * Bounded: an answer is kept for paths that routes were added with, and for nothing that a caller sends.
 */
export class LiteralPathRouter<T> implements Router<T> {
  readonly name = 'LiteralPathRouter'
  readonly #router: Router<T> = new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] })
  /** By method and path; undefined until it was asked for. */
  readonly #known = new Map<string, Map<string, Result<T> | undefined>>()

  add(method: string, path: string, handler: T): void {
    this.#router.add(method, path, handler)
    if (PATTERN.test(path)) return
    const ofMethod = this.#known.get(method)
    if (ofMethod === undefined) this.#known.set(method, new Map([[path, undefined]]))
    else ofMethod.set(path, undefined)
  }

  match(method: string, path: string): Result<T> {
    const ofMethod = this.#known.get(method)
    const known = ofMethod?.get(path)
    if (known !== undefined) return known
    const result = this.#router.match(method, path)
    // Hono's routers take no more routes once they were asked, so that what is kept stays true.
    if (ofMethod?.has(path) === true) ofMethod.set(path, result)
    return result
  }
}
