import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type CodenameCheck, type CodenameUpload, uploadCodenames } from '../../api/codenames.ts'
import { useDraft } from '../../app/draft.ts'
import { freshLoginFor } from '../../app/fresh-login.tsx'
import { ConfirmDialog } from '../../design/dialog.tsx'
import { useNotify } from '../../design/toast.tsx'

interface StoreDialogProps {
  readonly changes: Extract<CodenameCheck, { readonly valid: true }>
  readonly upload: CodenameUpload
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Confirms that a list which was checked is stored. */
export function StoreDialog({ changes, upload, isOpen, onClose }: StoreDialogProps) {
  const [reason, setReason, forget] = useDraft('codenames')
  const client = useQueryClient()
  const navigate = useNavigate()
  const notify = useNotify()
  const { added, changed, removed, version } = changes
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: uploadCodenames,
    onSuccess: async (stored) => {
      forget()
      notify({ title: `${stored.total.toLocaleString()} codenames, version ${stored.version}` })
      await client.invalidateQueries({ queryKey: ['codenames'] })
      await navigate({ to: '/codenames' })
    },
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        reset()
        onClose()
      }}
      title="Store this list of codenames?"
      consequences={[
        `${added.toLocaleString()} added, ${changed.toLocaleString()} changed, ${removed.toLocaleString()} removed.`,
        'Every gateway looks for the terms of the list some moments later, in every request of your tenant.',
        'The list of before is not kept here. The way back is to upload it again.',
        ...(removed === 0 ? [] : ['Terms that are removed leave as they are written from then on.']),
      ]}
      confirmLabel="Store"
      busyLabel="Storing …"
      kind={removed > 0 ? 'danger' : 'primary'}
      isBusy={isPending}
      error={error}
      stepUp={freshLoginFor(error, 'write-private-semantic-map')}
      reason={{
        label: 'Reason',
        hint: 'Kept in the audit trail, with names, addresses and numbers of persons masked. Put no codenames here.',
        value: reason,
        onChange: setReason,
      }}
      onConfirm={() => mutate({ upload, version, reason: reason.trim() })}
    />
  )
}
