import type { SendingState, SoarDelivery } from '../../api/receivers.ts'
import type { Tone } from '../../design/chip.tsx'

const STATUSES: Readonly<Record<number, string>> = {
  400: 'not understood',
  401: 'token not accepted',
  403: 'not permitted',
  404: 'no such address',
  410: 'wants no more',
  413: 'too large',
  422: 'content not accepted',
  429: 'too many requests',
  500: 'error of the receiver',
  502: 'error behind a proxy',
  503: 'not available',
  504: 'no answer behind a proxy',
}

/** Says what a status of HTTP means for whoever sends: `413, too large`; and what it means to have none. */
export function statusWords(status: number | undefined): string {
  if (status === undefined) return 'no answer'
  const words = STATUSES[status] ?? (status >= 300 && status < 400 ? 'a redirection, which is not followed' : undefined)
  return words === undefined ? String(status) : `${status}, ${words}`
}

interface StateWords {
  readonly words: string
  readonly tone: Tone
}

/** What a state is called: receivers of events refuse, a SOAR system is given up. */
export function stateWords(to: 'siem' | 'soar', state: SendingState): StateWords {
  if (state === 'delivered') return { words: 'Taken', tone: 'good' }
  if (state === 'pending') return { words: to === 'siem' ? 'Being sent again' : 'Being sent', tone: 'warn' }
  return { words: to === 'siem' ? 'Refused' : 'Given up', tone: 'danger' }
}

const ANOMALIES: Readonly<Record<SoarDelivery['message']['data']['anomaly'], string>> = {
  high_reidentification_risk: 'A request that could name a person',
  mosaic_pattern: 'Many small facts about one person',
  repeated_jailbreak_attempts: 'Repeated jailbreak attempts',
  break_glass_used: 'Break-glass was used',
  mass_revocation_held: 'A directory would revoke many at once',
}

/** An anomaly as people say it. */
export function anomalyWords({ data }: SoarDelivery['message']): string {
  return ANOMALIES[data.anomaly]
}

/** Writes a count that stands for more at its bound. */
export function countWords(count: number, bound: number): string {
  return count >= bound ? `${bound.toLocaleString()}+` : count.toLocaleString()
}
