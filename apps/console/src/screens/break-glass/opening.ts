import type { BreakGlassOpening, EntityType } from '../../api/break-glass.ts'

interface OpeningForm {
  readonly isDrill: boolean
  readonly session: string
  readonly user: string
  readonly minutes: string
  readonly types: readonly EntityType[]
  readonly reason: string
}

/** What is missing, in words, by field. */
export type Faults = Partial<Record<'session' | 'minutes' | 'types' | 'reason', string>>

interface ReadForm {
  /** Absent where something is missing. */
  readonly opening: BreakGlassOpening | undefined
  readonly faults: Faults
}

/** Reads the form of a new request. */
export function openingOf(form: OpeningForm): ReadForm {
  const reason = form.reason.trim()
  const noReason = reason === '' ? { reason: 'Say why; it is kept in the audit trail.' } : {}
  if (form.isDrill) {
    return { opening: reason === '' ? undefined : { drill: true, reason, duration_minutes: 60 }, faults: noReason }
  }
  const session = wholeNumber(form.session, Number.MAX_SAFE_INTEGER)
  const minutes = wholeNumber(form.minutes, 60)
  const faults = {
    ...noReason,
    ...(session === undefined && { session: 'The number of a session, such as 1795363200000000.' }),
    ...(minutes === undefined && { minutes: 'A whole number from 1 to 60.' }),
    ...(form.types.length === 0 && { types: 'Choose one type at least.' }),
  }
  if (session === undefined || minutes === undefined || Object.keys(faults).length > 0) {
    return { opening: undefined, faults }
  }
  const user = form.user.trim()
  return {
    faults,
    opening: {
      ...{ session_id: session, reason, duration_minutes: minutes },
      ...(user !== '' && { user }),
      entity_types: [...form.types],
    },
  }
}

function wholeNumber(text: string, most: number): number | undefined {
  const written = text.trim()
  if (!/^[1-9]\d{0,15}$/.test(written)) return undefined
  const value = Number(written)
  return value <= most ? value : undefined
}
