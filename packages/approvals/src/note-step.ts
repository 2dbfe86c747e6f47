import type { Approval, ApprovalStep } from '@sluice/db'

/** Each round of an approval that fails again and again takes four; the oldest go. */
const MAX_STEPS = 40

/**
 * Notes in an approval which state it has entered, and when, for those who read its history.
 *
 * @param atMs milliseconds since the Unix epoch.
 * @returns `after` itself where the state is that of `before`.
 */
export function noteStep(before: Approval, after: Approval, atMs: number): Approval {
  const { state, failure, subject } = after
  if (before.state === state) return after
  const code = state === 'failed' && failure !== undefined ? { code: failure } : {}
  const step: ApprovalStep = { state, atMs, ...code }
  return { ...after, subject: { ...subject, steps: [...(subject.steps ?? []), step].slice(-MAX_STEPS) } }
}
