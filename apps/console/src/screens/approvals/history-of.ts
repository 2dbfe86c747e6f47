import type { Approval } from '../../api/approvals.ts'
import type { OwnApproval } from '../../api/own-approvals.ts'
import { roleName } from '../../design/role-name.ts'

/** One thing that has happened to a held request. */
interface Happening {
  /** Who did it, where it was a person who is named. */
  readonly who?: string
  readonly words: string
  readonly as?: string
  readonly comment?: string
  readonly at: string
}

interface Told extends Pick<OwnApproval, 'created_at' | 'model' | 'waits' | 'steps'> {
  readonly votes: readonly (OwnApproval['votes'][number] &
    Partial<Pick<Approval['votes'][number], 'username' | 'comment'>>)[]
  readonly requester?: Approval['requester']
}

/**
 * What has happened to a held request, the oldest first: asked, decided, sent, answered, failed, expired. Steps that an
 * earlier version of the service has not kept are not told.
 */
export function historyOf(approval: Told): Happening[] {
  const { created_at: createdAt, requester, votes, steps } = approval
  const asked: Happening = { who: requester?.username ?? 'You', words: 'asked, and it was held', at: createdAt }
  const decided = votes.map(({ username, decision, roles, comment, at }): Happening => {
    const word = decision === 'approve' ? 'approved it' : 'denied it'
    const names = roles.map(roleName).join(', ')
    return {
      ...(username === undefined ? { who: 'Somebody' } : { who: username }),
      ...{ words: word, as: names, at },
      ...(comment !== undefined && { comment }),
    }
  })
  const done = steps.flatMap(({ state, at, code }): Happening[] => {
    const words = wordsOf(state, approval, code)
    return words === undefined ? [] : [{ words, at }]
  })
  // What is from the same moment stays in this order: votes before what follows from them.
  return [asked, ...decided, ...done].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** Undefined where a vote has told it. */
function wordsOf(
  state: Approval['state'],
  { model, waits }: Pick<Told, 'model' | 'waits'>,
  code: string | undefined,
): string | undefined {
  switch (state) {
    case 'started':
      return waits === 'answer' ? 'The answer was checked by the policy of that moment' : `It was sent to ${model}`
    case 'done':
      return waits === 'answer' ? 'The answer was given out' : `${model} answered`
    case 'failed':
      return `The run failed${code === undefined ? '' : ` (${code})`}`
    case 'expired':
      return 'It expired: nobody decided in time, or no worker took it'
    default:
      return undefined
  }
}
