interface About {
  readonly tenant: string
  readonly sub?: string | undefined
  readonly session_id?: number | undefined
}

/** Events with the same key keep their order: those of a session, else those about a user, else those of a tenant. */
export function partitionKeyOf({ tenant, sub, session_id }: About): string {
  if (session_id !== undefined) return String(session_id)
  return sub === undefined ? tenant : `${tenant}/${sub}`
}

/** Sixteen digits hold every safe integer, and are ordered as text as they are as numbers. */
const SEQUENCE_DIGITS = 16

/** The `sequence` of an event (CloudEvents, extension Sequence). */
export function sequenceText(sequence: number): string {
  return String(sequence).padStart(SEQUENCE_DIGITS, '0')
}
