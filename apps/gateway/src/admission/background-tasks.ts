/** Work that outlives the response it belongs to. A service that stops waits for it before it closes its stores. */
export class BackgroundTasks {
  readonly #running = new Set<Promise<unknown>>()

  /** Keeps a task until it has ended. The task reports its own failure: here it is only waited for. */
  add(task: Promise<unknown>): void {
    this.#running.add(task)
    const forget = () => void this.#running.delete(task)
    task.then(forget, forget)
  }

  /** Resolves when every task has ended, those that join meanwhile included. */
  async done(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }
}
