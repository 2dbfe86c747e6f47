import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ApprovalWithContent, decideApproval } from '../../api/approvals.ts'
import { useDraft } from '../../app/draft.ts'
import { freshLoginFor } from '../../app/fresh-login.tsx'
import { ConfirmDialog } from '../../design/dialog.tsx'
import { useNotify } from '../../design/toast.tsx'
import { missingApprovals } from './missing-approvals.ts'

interface DecisionDialogProps {
  readonly approval: ApprovalWithContent
  /** What is being decided; absent where nothing is. */
  readonly decision: 'approve' | 'deny' | undefined
  readonly onClose: () => void
}

/** Confirms a decision, by what follows from it, with a comment. */
export function DecisionDialog({ approval, decision, onClose }: DecisionDialogProps) {
  const [comment, setComment, forget] = useDraft(`approval:${approval.id}`)
  const client = useQueryClient()
  const notify = useNotify()
  // What was chosen last is shown while the dialog closes.
  const [shown, setShown] = useState<'approve' | 'deny'>('approve')
  useEffect(() => {
    if (decision !== undefined) setShown(decision)
  }, [decision])
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: decideApproval,
    onSuccess: async (decided) => {
      client.setQueryData<ApprovalWithContent>(['approvals', 'one', approval.id], (old) => ({ ...old, ...decided }))
      void client.invalidateQueries({ queryKey: ['approvals', 'list'] })
      forget()
      onClose()
      notify({ title: outcomeOf(decided.state, approval.requester.username) })
    },
  })
  return (
    <ConfirmDialog
      isOpen={decision !== undefined}
      onClose={() => {
        reset()
        onClose()
      }}
      {...wordsFor(shown, approval)}
      isBusy={isPending}
      error={error}
      stepUp={freshLoginFor(error, 'decide-approval')}
      reason={{
        label: 'Comment',
        hint: 'Kept with the request and in the audit trail. Put no values of the request here.',
        value: comment,
        onChange: setComment,
      }}
      onConfirm={() => mutate({ id: approval.id, decision: shown, comment: comment.trim() })}
    />
  )
}

function wordsFor(decision: 'approve' | 'deny', approval: ApprovalWithContent) {
  const { username } = approval.requester
  const isAnswer = approval.waits === 'answer'
  if (decision === 'deny') {
    return {
      title: `Deny the request of ${username}?`,
      consequences: [
        isAnswer
          ? 'The answer is never given out; one denial is enough.'
          : 'It is never sent to a model; one denial is enough.',
        `${username} is told so, and the same order stays denied for a day.`,
        'A denial cannot be taken back.',
      ],
      confirmLabel: 'Deny',
      busyLabel: 'Denying …',
      kind: 'danger' as const,
    }
  }
  const others = missingApprovals(approval).reduce((most, { missing }) => Math.max(most, missing), 0) - 1
  return {
    title: `Approve the request of ${username}?`,
    consequences: [
      others > 0
        ? `It still waits for ${others === 1 ? 'one more person' : `${others} more persons`} after you; one denial still stops it.`
        : isAnswer
          ? `The answer that ${approval.model} has made is given to ${username}; no model is asked again.`
          : `It is sent to ${approval.model} once, where the policies of that moment let it.`,
      `${username} gets the answer, with the values that ${username} may see.`,
      isAnswer
        ? 'Your approval cannot be taken back. The application of the caller then does what the calls in it say.'
        : 'Your approval cannot be taken back. Once it is sent, only a freeze stops it.',
    ],
    confirmLabel: 'Approve',
    busyLabel: 'Approving …',
    kind: 'primary' as const,
  }
}

function outcomeOf(state: ApprovalWithContent['state'], username: string): string {
  if (state === 'denied') return `The request of ${username} is denied`
  return state === 'pending'
    ? 'Your approval is kept; others have to approve as well'
    : `The request of ${username} is approved`
}
