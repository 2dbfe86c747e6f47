/** Folds repeated refusals of one user with one code into counted records. */
export interface RefusalFolds {
  /**
   * Tells whether a refusal gets a record of its own; counts it otherwise. Rejects with `audit_unavailable` where what
   * was counted before cannot be recorded.
   *
   * @param byLayer a layer refused what the request holds: more of those get records of their own.
   */
  getsOwnRecord(
    refused: { readonly tenant: string; readonly sub: string; readonly code: string },
    byLayer: boolean,
  ): Promise<boolean>
}
