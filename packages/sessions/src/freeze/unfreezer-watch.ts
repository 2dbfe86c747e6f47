import type { UserRef } from '../store/session-store.ts'
import type { FreezeOrder } from './freeze-control.ts'
import type { Unfreezers } from './unfreezers.ts'

interface UnfreezerWatchOptions {
  readonly unfreezers: Unfreezers
  /** Writes the critical event. Never rejects. */
  readonly record: (ref: UserRef, order: FreezeOrder) => Promise<unknown>
  readonly onError: (error: Error) => void
  /** Called with the number of tenants that have no CISO left, as far as this process has seen. */
  readonly onMissing: ((tenants: number) => void) | undefined
}

/**
 * Looks, after each freeze of a CISO, whether another is left who could unfreeze. It delays nothing: the freeze has
 * taken effect and is answered.
 */
export class UnfreezerWatch {
  readonly #options: UnfreezerWatchOptions
  readonly #missing = new Set<string>()

  constructor(options: UnfreezerWatchOptions) {
    this.#options = options
  }

  /**
   * Begins with a freeze, because the identity sync makes the user inactive right after it. Returns what to call once
   * the freeze has taken effect, which never rejects.
   */
  begin(ref: UserRef, order: FreezeOrder): () => Promise<void> {
    const { tenant, sub } = ref
    const isOne = this.#options.unfreezers.includes(tenant, sub)
    // A freeze that fails asks for no more.
    isOne.catch(() => undefined)
    return () => this.#afterFreeze(ref, order, isOne)
  }

  async #afterFreeze(ref: UserRef, order: FreezeOrder, isOne: Promise<boolean>): Promise<void> {
    await this.#look(async (unfreezers) => {
      const { tenant } = ref
      if (!(await isOne)) return
      if (await unfreezers.isAnyLeft(tenant)) return this.#set(tenant, false)
      this.#set(tenant, true)
      this.#options.onError(new Error('no active CISO is left in the tenant: nobody can unfreeze alone'))
      await this.#options.record(ref, order)
    })
  }

  /** Never rejects. */
  async afterUnfreeze({ tenant }: UserRef): Promise<void> {
    if (!this.#missing.has(tenant)) return
    await this.#look(async (unfreezers) => {
      if (await unfreezers.isAnyLeft(tenant)) this.#set(tenant, false)
    })
  }

  async #look(work: (unfreezers: Unfreezers) => Promise<void>): Promise<void> {
    try {
      await work(this.#options.unfreezers)
    } catch (cause) {
      this.#options.onError(new Error('could not find out whether a CISO is left who can unfreeze', { cause }))
    }
  }

  #set(tenant: string, isMissing: boolean): void {
    if (isMissing) this.#missing.add(tenant)
    else this.#missing.delete(tenant)
    this.#options.onMissing?.(this.#missing.size)
  }
}
