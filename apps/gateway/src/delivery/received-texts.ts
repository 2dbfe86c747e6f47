import type { ServiceMetadata } from '@sluice/contracts'
import type { ReceivedText } from '@sluice/pipeline'

/** Characters that are shown of one answer. */
const MOST = 65_536

/** The texts of one answer as the model wrote them, in order, as far as 65,536 characters hold them. */
export class ReceivedTexts {
  readonly #texts: ReceivedText[] = []
  #left = MOST
  #isFull = false

  /** Takes a text. The first that does not fit ends it: a gap would read as if nothing stood there. */
  readonly add = (received: ReceivedText): void => {
    this.#isFull ||= received.text.length > this.#left
    if (this.#isFull) return
    this.#left -= received.text.length
    this.#texts.push(received)
  }

  /** What there is by now; the member is left out where there is nothing. */
  metadata(): Pick<ServiceMetadata, 'received'> {
    return this.#texts.length === 0 ? {} : { received: [...this.#texts] }
  }
}
