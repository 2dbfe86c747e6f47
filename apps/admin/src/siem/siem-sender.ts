/** Sends messages to one receiver. */
export interface SiemSender {
  /**
   * Resolves when the receiver has taken all of them, in their order, as far as its protocol can say so. Rejects where
   * it did not within the time limit; some of them may have arrived then.
   */
  send(messages: readonly string[]): Promise<void>
  close(): void
}
