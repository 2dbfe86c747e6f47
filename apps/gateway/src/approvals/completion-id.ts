const COMPLETION = /^chatcmpl-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The id of the completion of a held request: the same from the hold to the answer. */
export function completionIdOf(approvalId: string): string {
  return `chatcmpl-${approvalId}`
}

/** The approval behind a completion; undefined for a completion that never waited for one. */
export function approvalIdOf(completionId: string): string | undefined {
  return COMPLETION.exec(completionId)?.[1]
}
