import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { actOnBreakGlass, type BreakGlassRequest } from '../../api/break-glass.ts'
import { useDraft } from '../../app/draft.ts'
import { freshLoginFor } from '../../app/fresh-login.tsx'
import { type Confirmation, ConfirmDialog } from '../../design/dialog.tsx'
import { useNotify } from '../../design/toast.tsx'
import { keyOf } from './grant-words.ts'

type Act = 'confirm' | 'revoke'

interface ActDialogProps {
  readonly request: BreakGlassRequest
  readonly act: Act | undefined
  readonly onClose: () => void
}

/** Confirms the turning of the second key, or the end of a request. */
export function ActDialog({ request, act, onClose }: ActDialogProps) {
  const [reason, setReason, forget] = useDraft(`break-glass:${request.id}`)
  const client = useQueryClient()
  const notify = useNotify()
  // What was chosen last is shown while the dialog closes.
  const [shown, setShown] = useState<Act>('confirm')
  useEffect(() => {
    if (act !== undefined) setShown(act)
  }, [act])
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => actOnBreakGlass(shown, request.id, reason.trim()),
    onSuccess: (changed) => {
      client.setQueryData(['break-glass', 'request', request.id], changed)
      void client.invalidateQueries({ queryKey: ['break-glass', 'list'] })
      forget()
      onClose()
      notify({ title: shown === 'confirm' ? 'The second key is turned' : 'The request is ended' })
    },
  })
  return (
    <ConfirmDialog
      isOpen={act !== undefined}
      onClose={() => {
        reset()
        onClose()
      }}
      {...wordsFor(shown, request)}
      isBusy={isPending}
      error={error}
      stepUp={freshLoginFor(error, `${shown}-break-glass`)}
      reason={{
        label: 'Reason',
        hint: 'Kept in the audit trail, with names, addresses and numbers of persons masked.',
        value: reason,
        onChange: setReason,
      }}
      onConfirm={() => mutate()}
    />
  )
}

function wordsFor(act: Act, request: BreakGlassRequest): Confirmation {
  const first = keyOf(request.opened.by)
  if (act === 'revoke') {
    return {
      title: 'End this request?',
      consequences: [
        'Nobody reads by it any more, also not a page that is on its way.',
        'It cannot be opened again; who needs the values begins anew, with two keys.',
      ],
      confirmLabel: 'End the request',
      busyLabel: 'Ending …',
      kind: 'danger',
    }
  }
  return {
    title: `Turn the second key to the request of ${first}?`,
    consequences: [
      `You and ${first} can read ${request.drill ? 'synthetic values' : `values of session ${request.session_id}`} for ${request.duration_minutes} minutes from now.`,
      `Shown are values of: ${request.entity_types.join(', ')}.`,
      'Each page that one of you reads is a critical record of the audit trail.',
      'What was read cannot be taken back. Either of you may end the request before its time.',
    ],
    confirmLabel: 'Turn the second key',
    busyLabel: 'Turning the key …',
    kind: 'danger',
  }
}
