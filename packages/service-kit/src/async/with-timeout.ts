/**
 * Runs `work` for at most `timeoutMs` milliseconds. After that its signal aborts, and the result is what `onTimeout`
 * returns or throws; what becomes of the work is then ignored. `onTimeout` answers at once: work that ends while a
 * promise of it is pending would still win.
 */
export async function withTimeout<Value, Late>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Value | PromiseLike<Value>,
  onTimeout: () => Late,
): Promise<Value | Late> {
  const limit = new AbortController()
  const late = Promise.withResolvers<Late>()
  const timer = setTimeout(() => {
    // Settled before the abort, because the work may reject at once when its signal aborts.
    try {
      late.resolve(onTimeout())
    } catch (error) {
      late.reject(error)
    }
    limit.abort()
  }, timeoutMs)
  try {
    return await Promise.race([work(limit.signal), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
