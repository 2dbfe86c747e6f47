/** Arguments that make no command; the message is for the user. */
export class UsageError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.name = 'UsageError'
  }
}
