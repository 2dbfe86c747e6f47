import { LRUCache } from 'lru-cache'
import type { Awaitable } from '../../layer.ts'
import type { CodenameTerms } from '../../ports/codename-registry.ts'
import type { WorkOwner } from '../../run/slice-queue.ts'
import type { Recognizer } from './recognizer.ts'
import { compileCodenames } from './recognizers/codename.ts'
import { RECOGNIZERS } from './scan-text.ts'

/** Compiled registries that are kept: tenants that are in use at the same time. */
const MAX_COMPILED = 64

interface Compiled {
  readonly version: string
  readonly recognizers: Awaitable<readonly Recognizer[]>
}

/** The recognizers of each tenant, with its codenames compiled once for each version. */
export class TenantRecognizers {
  readonly #compiled = new LRUCache<string, Compiled>({ max: MAX_COMPILED })

  /** Rejects, or throws, where the terms cannot be compiled. */
  of(tenant: string, terms: CodenameTerms, clock: WorkOwner['clock']): Compiled['recognizers'] {
    const known = this.#compiled.get(tenant)
    if (known !== undefined && known.version === terms.version) return known.recognizers
    const codename = compileCodenames(terms, ownerOf(tenant, clock))
    const recognizers = codename instanceof Promise ? codename.then(withOthers) : withOthers(codename)
    this.#compiled.set(tenant, { version: terms.version, recognizers })
    // A failed compilation is tried again by the next request; here it must not count as unhandled.
    if (recognizers instanceof Promise) recognizers.catch(() => this.#compiled.delete(tenant))
    return recognizers
  }
}

/** All requests of the tenant use the result, so no single one of them can stop the work. */
function ownerOf(tenant: string, clock: WorkOwner['clock']): WorkOwner {
  return { user: `${tenant}\0`, clock, isStopped: false, stopReason: undefined }
}

function withOthers(codename: Recognizer): readonly Recognizer[] {
  return [codename, ...RECOGNIZERS]
}
