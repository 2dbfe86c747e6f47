/** Remembers how to close what was opened, and closes it in reverse. */
export class ClosingOrder {
  readonly #steps: { readonly name: string; readonly close: () => Promise<unknown> }[] = []

  add(name: string, close: () => Promise<unknown>): void {
    this.#steps.push({ name, close })
  }

  /** Closes everything, the latest first; a step that fails is reported and does not keep the others open. */
  async closeAll(report: (line: string) => void): Promise<void> {
    for (const { name, close } of this.#steps.splice(0).reverse()) {
      try {
        await close()
      } catch (error) {
        report(`${name} did not close cleanly: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
}
