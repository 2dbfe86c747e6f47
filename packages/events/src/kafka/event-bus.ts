/** One message for a topic. */
export interface BusMessage {
  readonly topic: string
  /** Messages with the same key keep their order. */
  readonly key: string
  readonly value: string
  readonly headers: Readonly<Record<string, string>>
}

/** The brokers will never take one of these messages as it is, however often they are asked. */
export class MessagesRefused extends Error {
  override readonly name = 'MessagesRefused'
  /** The brokers' word for it, for example `MESSAGE_TOO_LARGE`. */
  readonly code: string

  constructor(code: string, options: ErrorOptions) {
    super(`The brokers refuse a message: ${code}.`, options)
    this.code = code
  }
}

/** Where events are published. */
export interface EventBus {
  /**
   * Resolves when every message has been taken by all replicas that are in step, each key's in their order. Rejects
   * where that is not certain: some may have been taken, and publishing them again makes them double.
   *
   * @throws {MessagesRefused} where it is one of the messages, and not the state of the brokers.
   */
  publish(messages: readonly BusMessage[]): Promise<void>
  close(): Promise<void>
}
