import type { Principal } from '@sluice/contracts'

/** What is told, by the name of its event. */
interface ConsoleEvents {
  readonly approval: { readonly id: string; readonly state: string; readonly votes: number }
  readonly freeze: FreezeEvent
  readonly overview: { readonly gateways?: number; readonly approvals_waiting?: number }
  readonly end: { readonly reason: string }
}

interface FreezeEvent {
  readonly scope: 'user' | 'session'
  /** Of a user. */
  readonly subject?: string
  /** Of a session. */
  readonly id?: number
  readonly state: 'active' | 'frozen'
  /** Numbers the change, so that what follows can be put to it. */
  readonly change: number
  /** Gateways that have confirmed that nothing of it runs there any more, of those that are there. */
  readonly acknowledged: number
  readonly gateways: number
}

/** Events that wait for a reader, at most: one that reads so little has gone, or asks anew what is the matter. */
const MAX_WAITING = 256

const encoder = new TextEncoder()

/** One stream of server-sent events (WHATWG HTML, section 9.2). */
export class EventStream {
  readonly principal: Principal
  readonly body: ReadableStream<Uint8Array>
  readonly #onClose: () => void
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  readonly #mayTell: () => boolean
  /** What is held back. */
  #held: string[] = []
  /** The last overview that was sent. */
  #overview = ''

  /**
   * @param mayTell whether it is known that the person is not frozen; events wait for `flush` otherwise.
   * @param onClose called once, when it has ended by either side.
   */
  constructor(principal: Principal, mayTell: () => boolean, onClose: () => void) {
    this.principal = principal
    this.#mayTell = mayTell
    this.#onClose = onClose
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        cancel: () => {
          this.#controller = undefined
          onClose()
        },
      },
      { highWaterMark: MAX_WAITING },
    )
  }

  send<Name extends keyof ConsoleEvents>(name: Name, data: ConsoleEvents[Name]): void {
    const text = render(name, data)
    if (this.#mayTell()) this.#write(text)
    else if (this.#held.length < MAX_WAITING) this.#held.push(text)
    else this.close()
  }

  /** Sends what was held back. */
  flush(): void {
    const held = this.#held
    this.#held = []
    for (const text of held) this.#write(text)
  }

  /** Sends figures where they are others than the last ones. */
  sendOverview(figures: ConsoleEvents['overview']): void {
    const text = JSON.stringify(figures)
    if (text === this.#overview) return
    this.#overview = text
    this.send('overview', figures)
  }

  /** A comment, which keeps the connection open and wakes nobody. */
  beat(): void {
    this.#write(': \n\n')
  }

  /** Says why, and ends. */
  end(reason: string): void {
    this.#write(render('end', { reason }))
    this.close()
  }

  /** Ends without a word, because nobody reads any more. */
  close(): void {
    const controller = this.#controller
    if (controller === undefined) return
    this.#controller = undefined
    controller.close()
    this.#onClose()
  }

  #write(text: string): void {
    const controller = this.#controller
    if (controller === undefined) return
    if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(text))
    else this.close()
  }
}

function render<Name extends keyof ConsoleEvents>(name: Name, data: ConsoleEvents[Name]): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
