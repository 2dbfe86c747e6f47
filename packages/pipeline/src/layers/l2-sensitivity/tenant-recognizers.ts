import { LRUCache } from 'lru-cache'
import type { CodenameSnapshot } from '../../ports/codename-registry.ts'
import type { Recognizer } from './recognizer.ts'
import { createCodenameRecognizer } from './recognizers/codename.ts'
import { RECOGNIZERS } from './scan-text.ts'

/** Tenants whose recognizers are kept: those in use at the same time. Another takes microseconds to make. */
const MAX_TENANTS = 64

interface Known {
  readonly version: string
  readonly recognizers: readonly Recognizer[]
}

/** The recognizers of each tenant, made once for each version of its codenames. */
export class TenantRecognizers {
  readonly #known = new LRUCache<string, Known>({ max: MAX_TENANTS })

  /** Throws where the snapshot holds no index. */
  of(tenant: string, { version, index }: CodenameSnapshot): readonly Recognizer[] {
    const known = this.#known.get(tenant)
    if (known !== undefined && known.version === version) return known.recognizers
    const recognizers = [createCodenameRecognizer(index), ...RECOGNIZERS]
    this.#known.set(tenant, { version, recognizers })
    return recognizers
  }
}
