import type { ApprovalState } from '../../api/approvals.ts'
import { Chip, type Tone } from '../../design/chip.tsx'

const STATES: Readonly<Record<ApprovalState, { readonly words: string; readonly tone: Tone }>> = {
  pending: { words: 'Waiting', tone: 'warn' },
  approved: { words: 'Approved', tone: 'info' },
  started: { words: 'Being carried out', tone: 'info' },
  done: { words: 'Done', tone: 'good' },
  denied: { words: 'Denied', tone: 'danger' },
  expired: { words: 'Expired', tone: 'neutral' },
  failed: { words: 'Failed', tone: 'danger' },
}

/** The state of a held request in a word. */
export function StateChip({ state }: { readonly state: ApprovalState }) {
  const { words, tone } = STATES[state]
  return <Chip tone={tone}>{words}</Chip>
}
