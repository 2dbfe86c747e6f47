import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deletePolicy } from '../../api/policies.ts'
import { freshLoginFor } from '../../app/fresh-login.tsx'
import { ConfirmDialog } from '../../design/dialog.tsx'
import { useNotify } from '../../design/toast.tsx'

interface DeleteDialogProps {
  readonly id: string
  readonly version: number
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Confirms that a policy is deleted. */
export function DeleteDialog({ id, version, isOpen, onClose }: DeleteDialogProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const notify = useNotify()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: deletePolicy,
    onSuccess: async () => {
      notify({ title: `${id} is deleted`, detail: 'Its versions stay.' })
      await navigate({ to: '/policies' })
      await client.invalidateQueries({ queryKey: ['policies'] })
    },
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        reset()
        onClose()
      }}
      title={`Delete the policy ${id}?`}
      consequences={[
        'It decides nothing any more, at every gateway within a second.',
        'What it held or forbade is held and forbidden by the other policies only.',
        'Its versions stay, and it can be published anew from one of them.',
      ]}
      confirmLabel="Delete"
      busyLabel="Deleting …"
      kind="danger"
      isBusy={isPending}
      error={error}
      stepUp={freshLoginFor(error, 'delete-policy')}
      onConfirm={() => mutate({ id, version })}
    />
  )
}
