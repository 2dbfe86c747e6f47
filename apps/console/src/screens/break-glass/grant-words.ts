import type { BreakGlassRequest } from '../../api/break-glass.ts'
import type { Tone } from '../../design/chip.tsx'

type State = BreakGlassRequest['state']

const STATES: Readonly<Record<State, { readonly words: string; readonly tone: Tone }>> = {
  waiting: { words: 'Second key missing', tone: 'warn' },
  open: { words: 'Open', tone: 'danger' },
  lapsed: { words: 'Lapsed', tone: 'neutral' },
  expired: { words: 'Over', tone: 'neutral' },
  revoked: { words: 'Revoked', tone: 'neutral' },
}

/** The state of a request in words, with its colour. */
export function stateWords(state: State): { readonly words: string; readonly tone: Tone } {
  return STATES[state]
}

/** Whose key was turned, by the name that the API gives: `user:SUB`. */
export function keyOf(by: string): string {
  return by.replace(/^user:/, '')
}

/** When the request's present state ends, where it ends by itself. ISO 8601. */
export function endOf({ state, confirm_until: confirmUntil, expires_at: expiresAt }: BreakGlassRequest) {
  if (state === 'waiting') return confirmUntil
  return state === 'open' ? expiresAt : undefined
}

/** Time that is left, as a clock shows it: `14:05`, `1:00:00`, and `0:00` when it is over. */
export function clockOf(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
