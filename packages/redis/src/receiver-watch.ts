import { hash } from 'node:crypto'
import type { Clock, ReceiverState } from '@sluice/contracts'
import { defined } from '@sluice/service-kit/async'
import { addressOf } from '@sluice/service-kit/environment'

/** Tells receivers apart whose addresses are the same, and gives nothing of their paths away: 96 bits of SHA-256. */
export function digestOfReceiver(url: string): string {
  return hash('sha256', url, 'base64url').slice(0, 16)
}

/** What a process has seen of one receiver that it sends to, since the process began. */
export class ReceiverWatch {
  readonly #url: string
  readonly #clock: Pick<Clock, 'monotonicMs'>
  #triedMs: number | undefined
  #takenMs: number | undefined
  #failingSinceMs: number | undefined
  #status: number | undefined

  constructor(url: string, clock: Pick<Clock, 'monotonicMs'>) {
    this.#url = url
    this.#clock = clock
  }

  /** It has taken what it was sent. */
  taken(): void {
    this.#triedMs = this.#takenMs = this.#clock.monotonicMs()
    this.#failingSinceMs = this.#status = undefined
  }

  /** It has not. @param status what it answered, where it did. */
  failed(status?: number): void {
    this.#triedMs = this.#clock.monotonicMs()
    this.#failingSinceMs ??= this.#triedMs
    this.#status = status
  }

  state(): ReceiverState {
    const nowMs = this.#clock.monotonicMs()
    const ago = (atMs: number | undefined) => (atMs === undefined ? undefined : Math.max(0, Math.round(nowMs - atMs)))
    return {
      ...{ receiver: addressOf(this.#url), digest: digestOfReceiver(this.#url) },
      ...defined({ triedMsAgo: ago(this.#triedMs), takenMsAgo: ago(this.#takenMs) }),
      ...defined({ failingForMs: ago(this.#failingSinceMs), status: this.#status }),
    }
  }
}
