import type { Tone } from '../../design/chip.tsx'

interface SeverityWords {
  readonly word: string
  readonly tone: Tone
}

/** Says how grave a severity of 0 to 10 is, in the words of docs/audit.md. */
export function severityWords(severity: number): SeverityWords {
  if (severity >= 9) return { word: 'critical', tone: 'danger' }
  if (severity >= 7) return { word: 'high', tone: 'danger' }
  if (severity >= 5) return { word: 'medium', tone: 'warn' }
  if (severity >= 3) return { word: 'low', tone: 'neutral' }
  return { word: 'routine', tone: 'neutral' }
}

/** What a layer is there for. */
export const LAYER_NAMES: Readonly<Record<string, string>> = {
  L0: 'Action',
  L1: 'Jailbreak',
  L2: 'Detection',
  L3: 'Tokens in',
  L4: 'Tokens out',
  L5: 'Routing',
  L6: 'Evidence',
  L7: 'Cache',
}

const OUTCOME_TONES: Readonly<Record<string, Tone>> = {
  deny: 'danger',
  error: 'danger',
  timeout: 'danger',
  hold: 'warn',
  transform: 'info',
  answer: 'good',
}

/** The tone of what a layer decided. */
export function outcomeTone(outcome: string): Tone {
  return OUTCOME_TONES[outcome] ?? 'neutral'
}
