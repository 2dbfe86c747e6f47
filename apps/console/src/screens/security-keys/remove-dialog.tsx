import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { removeKey, type SecurityKey, securityKeysQuery } from '../../api/security-keys.ts'
import { CHANGE_KEYS, sessionQuery } from '../../api/session.ts'
import { freshLoginFor } from '../../app/fresh-login.tsx'
import { ConfirmDialog } from '../../design/dialog.tsx'
import { useNotify } from '../../design/toast.tsx'

interface RemoveDialogProps {
  /** The key that is being removed; absent where none is. */
  readonly row: SecurityKey | undefined
  readonly onClose: () => void
}

/** Confirms the removal of a key. */
export function RemoveDialog({ row, onClose }: RemoveDialogProps) {
  const client = useQueryClient()
  const notify = useNotify()
  // What was chosen last is shown while the dialog closes.
  const [name, setName] = useState('')
  useEffect(() => {
    if (row !== undefined) setName(row.name)
  }, [row])
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: removeKey,
    onSuccess: async () => {
      onClose()
      notify({ title: `${name} is removed` })
      for (const { queryKey } of [securityKeysQuery, sessionQuery]) await client.invalidateQueries({ queryKey })
    },
  })
  return (
    <ConfirmDialog
      isOpen={row !== undefined}
      onClose={() => {
        reset()
        onClose()
      }}
      title={`Remove the security key ${name}?`}
      consequences={[
        'It confirms nothing here any more, in none of your sessions.',
        'What is on the key itself stays there. To use it here again, add it again.',
        'Without another key, acts that ask for one take a fresh login instead.',
      ]}
      confirmLabel="Remove"
      busyLabel="Removing …"
      kind="danger"
      isBusy={isPending}
      error={error}
      stepUp={freshLoginFor(error, CHANGE_KEYS)}
      onConfirm={() => row && mutate(row.id)}
    />
  )
}
