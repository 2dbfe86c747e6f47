/** One message for a topic. */
export interface BusMessage {
  readonly topic: string
  /** Messages with the same key keep their order. */
  readonly key: string
  readonly value: string
  readonly headers: Readonly<Record<string, string>>
}

/** Where events are published. */
export interface EventBus {
  /**
   * Resolves when every message has been taken by all replicas that are in step, each key's in their order. Rejects
   * where that is not certain: some may have been taken, and publishing them again makes them double.
   */
  publish(messages: readonly BusMessage[]): Promise<void>
  close(): Promise<void>
}
