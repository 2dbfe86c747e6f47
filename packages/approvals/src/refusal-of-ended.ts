import { SluiceError } from '@sluice/contracts'
import type { Approval } from '@sluice/db'

const ANSWER_MESSAGES = {
  approval_denied: 'A human has denied the answer to this request, for what it asks your application to do.',
  approval_expired: 'Nobody has approved the answer to this request in time.',
} as const

/** Why there is nothing to give out of an approval that was denied, or on which nobody decided in time. */
export function refusalOfEnded(
  { id, subject }: Pick<Approval, 'id' | 'subject'>,
  code: keyof typeof ANSWER_MESSAGES,
): SluiceError {
  const message = subject.answer === undefined ? {} : { message: ANSWER_MESSAGES[code] }
  return new SluiceError({ code, ...message, approvalId: id })
}
