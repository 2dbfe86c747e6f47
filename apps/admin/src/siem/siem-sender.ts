/** A receiver says that it will not take one of these messages, rather than that it cannot take any now. */
export class MessagesRefused extends Error {
  override readonly name = 'MessagesRefused'
  /** Of HTTP. */
  readonly status: number

  constructor(status: number) {
    super(`The collector answered ${status}.`)
    this.status = status
  }
}

/** A receiver has answered that it can take nothing now. */
export class CollectorFailed extends Error {
  override readonly name = 'CollectorFailed'
  /** Of HTTP. */
  readonly status: number

  constructor(status: number) {
    super(`The collector answered ${status}.`)
    this.status = status
  }
}

/** Sends messages to one receiver. */
export interface SiemSender {
  /**
   * Resolves when the receiver has taken all of them, in their order, as far as its protocol can say so. Rejects where
   * it did not within the time limit; some of them may have arrived then.
   *
   * @throws {MessagesRefused} where it is one of the messages that the receiver does not want.
   */
  send(messages: readonly string[]): Promise<void>
  close(): void
}
