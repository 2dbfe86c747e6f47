import { type Policy, preparsePolicySet } from '@cedar-policy/cedar-wasm/nodejs'
import { LRUCache } from 'lru-cache'

/** Policies that are parsed together. */
interface Slice {
  readonly policies: readonly { readonly id: string; readonly source: Policy }[]
}

/**
 * The slices that this thread keeps parsed, at most `max`. Cedar cannot forget a parsed set, so the id of the slice
 * that was asked the longest ago goes to the next one and its set is overwritten.
 */
export class PreparsedSlices {
  readonly #ids: LRUCache<Slice, string>
  readonly #free: string[] = []
  #made = 0

  constructor(max: number) {
    this.#ids = new LRUCache({ max, dispose: (id) => this.#free.push(id) })
  }

  /** Throws where Cedar cannot parse the policies. */
  idOf(slice: Slice): string {
    const known = this.#ids.get(slice)
    if (known !== undefined) return known
    const id = this.#free.pop() ?? `slice-${++this.#made}`
    const policies = Object.fromEntries(slice.policies.map((policy) => [policy.id, policy.source]))
    const answer = preparsePolicySet(id, { staticPolicies: policies })
    if (answer.type === 'failure') {
      this.#free.push(id)
      throw new Error('Cedar cannot parse a set of policies.')
    }
    this.#ids.set(slice, id)
    return id
  }
}
