/** What was found at a claim. */
export type Claimed =
  | {
      readonly state: 'new'
      /** Keeps the result for whoever comes later. */
      complete(result: string): Promise<void>
      /** Gives the claim up: nothing was done, and a later attempt may do it. */
      release(): Promise<void>
    }
  /** Another does it right now, or died doing it a moment ago. */
  | { readonly state: 'claimed'; readonly fingerprint: string }
  | { readonly state: 'done'; readonly fingerprint: string; readonly result: string }

/** Lets one of many do a thing, and tells the others. */
export interface Once {
  /**
   * Claims what the parts name, for example caller and message id; the fingerprint tells what it is about.
   * Throws `dependency_unavailable`.
   */
  claim(parts: readonly string[], fingerprint: string): Promise<Claimed>
}

/**
 * Does the work under a claim: its result is kept where it succeeds, and the claim is given up where it throws. A claim
 * that can be neither kept nor given up ends by itself; then `onError` is told, and the outcome of the work stands.
 */
export async function withClaim<T>(
  claim: Extract<Claimed, { readonly state: 'new' }>,
  work: () => Promise<T>,
  resultOf: (value: T) => string,
  onError: (error: unknown) => void,
): Promise<T> {
  let value: T
  try {
    value = await work()
  } catch (error) {
    await claim.release().catch(onError)
    throw error
  }
  await claim.complete(resultOf(value)).catch(onError)
  return value
}
