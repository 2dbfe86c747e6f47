/** What a claim has found. */
export type Claimed =
  | {
      readonly state: 'new'
      /** Stores the result for later attempts. */
      complete(result: string): Promise<void>
      /** Releases the claim: nothing was done, and a later attempt may do it. */
      release(): Promise<void>
    }
  /** Another attempt is doing it, or has just died doing it. */
  | { readonly state: 'claimed'; readonly fingerprint: string }
  | { readonly state: 'done'; readonly fingerprint: string; readonly result: string }

/** Remembers which work was done, so that one of several attempts does it. */
export interface ClaimStore {
  /**
   * Claims the work that the parts name, for example caller and message id. The fingerprint identifies its content.
   * Throws `dependency_unavailable`.
   */
  claim(parts: readonly string[], fingerprint: string): Promise<Claimed>
}

/**
 * Does the work under a claim: stores its result where it succeeds, and releases the claim where it throws. A claim
 * that can be neither completed nor released expires; then `onError` is called, and the outcome of the work stands.
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
