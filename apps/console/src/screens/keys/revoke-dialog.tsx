import { useMutation, useQueryClient } from '@tanstack/react-query'
import { revokeKey } from '../../api/keys.ts'
import { useDraft } from '../../app/draft.ts'
import { freshLoginFor } from '../../app/fresh-login.tsx'
import { ConfirmDialog } from '../../design/dialog.tsx'
import { useNotify } from '../../design/toast.tsx'
import { gatewayWords } from './gateway-words.ts'

interface RevokeDialogProps {
  readonly id: string
  readonly name: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Confirms that a key is revoked. */
export function RevokeDialog({ id, name, isOpen, onClose }: RevokeDialogProps) {
  const [reason, setReason, forget] = useDraft(`revoke:${id}`)
  const client = useQueryClient()
  const notify = useNotify()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: revokeKey,
    onSuccess: async ({ gateways }) => {
      forget()
      notify({ title: `${name} is revoked`, detail: gatewayWords(gateways, 'refuse it') })
      onClose()
      await client.invalidateQueries({ queryKey: ['keys'] })
    },
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        reset()
        onClose()
      }}
      title={`Revoke the key ${name}?`}
      consequences={[
        'Every gateway refuses it from then on, and answers under way that came with it end.',
        'It cannot be taken back. Whatever uses it needs another key.',
        'Other requests of its owner go on.',
      ]}
      confirmLabel="Revoke the key"
      busyLabel="Revoking …"
      kind="danger"
      isBusy={isPending}
      error={error}
      stepUp={freshLoginFor(error, 'revoke-api-key')}
      reason={{
        label: 'Reason',
        hint: 'Kept in the audit trail, with names, addresses and numbers of persons masked. Put no secrets here.',
        value: reason,
        onChange: setReason,
      }}
      onConfirm={() => mutate({ id, reason: reason.trim() })}
    />
  )
}
