import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { forgetAnswers } from '../../api/endpoints.ts'
import { useDraft } from '../../app/draft.ts'
import { freshLoginFor } from '../../app/fresh-login.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogFault, DialogFooter, DialogForm } from '../../design/dialog.tsx'
import { TextField } from '../../design/field.tsx'
import { useNotify } from '../../design/toast.tsx'
import styles from './endpoints.module.css'

interface ForgetDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Has remembered answers forgotten: those of one user, or of the tenant. */
export function ForgetDialog({ isOpen, onClose }: ForgetDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Forget remembered answers">
      <ForgetForm onClose={onClose} />
    </Dialog>
  )
}

/** It is made anew each time that the dialog opens; what is written is a draft that a fresh login does not lose. */
function ForgetForm({ onClose }: { readonly onClose: () => void }) {
  const [user, setUser, forgetUser] = useDraft('forget-answers:user')
  const [reason, setReason, forgetReason] = useDraft('forget-answers:reason')
  const [isTried, setIsTried] = useState(false)
  const client = useQueryClient()
  const notify = useNotify()
  const { mutate, isPending, error } = useMutation({
    mutationFn: forgetAnswers,
    onSuccess: async (_done, order) => {
      forgetUser()
      forgetReason()
      onClose()
      notify({ title: order.user ? `The answers to ${order.user} are forgotten` : 'All answers are forgotten' })
      await client.invalidateQueries({ queryKey: ['endpoints'] })
    },
  })
  const isMissing = isTried && reason.trim() === ''
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (reason.trim() !== '') mutate({ user: user.trim() || undefined, reason: reason.trim() })
  }
  return (
    <DialogForm onSubmit={submit}>
      <p className={styles.muted}>
        No gateway gives an answer again that was remembered before; the next requests ask an endpoint, and pay for it.
        It cannot be undone, and is on record.
      </p>
      <TextField
        label="User"
        value={user}
        onChange={setUser}
        hint="The subject of one user. Left empty, the answers of everybody in the tenant are forgotten."
        maxLength={256}
      />
      <TextField
        label="Reason"
        value={reason}
        onChange={setReason}
        hint="Kept in the audit trail, with names, addresses and numbers of persons masked."
        error={isMissing ? 'Say why; it is kept with the act.' : undefined}
        rows={3}
        maxLength={1000}
        isRequired
      />
      {error !== null && (freshLoginFor(error, 'forget-answers') ?? <DialogFault error={error} />)}
      <DialogFooter>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" kind="danger" busy={isPending && 'Forgetting …'}>
          {user.trim() === '' ? 'Forget all' : 'Forget'}
        </Button>
      </DialogFooter>
    </DialogForm>
  )
}
