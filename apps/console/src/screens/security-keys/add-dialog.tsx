import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { registerKey, securityKeysQuery } from '../../api/security-keys.ts'
import { CHANGE_KEYS, sessionQuery } from '../../api/session.ts'
import { useDraft } from '../../app/draft.ts'
import { freshLoginFor } from '../../app/fresh-login.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogFault, DialogFooter, DialogForm } from '../../design/dialog.tsx'
import { TextField } from '../../design/field.tsx'
import { useNotify } from '../../design/toast.tsx'
import styles from './security-keys.module.css'

interface AddDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Registers one more key. */
export function AddDialog({ isOpen, onClose }: AddDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Add a security key">
      <AddForm onClose={onClose} />
    </Dialog>
  )
}

/** It is made anew each time that the dialog opens; the name is a draft that a fresh login does not lose. */
function AddForm({ onClose }: Pick<AddDialogProps, 'onClose'>) {
  const [name, setName, forget] = useDraft('security-key')
  const [isMissing, setIsMissing] = useState(false)
  const client = useQueryClient()
  const notify = useNotify()
  const { mutate, isPending, error } = useMutation({
    mutationFn: registerKey,
    onSuccess: async (key) => {
      forget()
      onClose()
      notify({ title: `${key.name} is added` })
      for (const { queryKey } of [securityKeysQuery, sessionQuery]) await client.invalidateQueries({ queryKey })
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsMissing(name.trim() === '')
    if (name.trim() !== '') mutate(name.trim())
  }
  return (
    <DialogForm onSubmit={submit}>
      <p className={styles.remark}>
        The browser asks for the key, and the key for your PIN, finger or face. Neither leaves it; what is kept here is
        its public half. That you add it is on record.
      </p>
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        hint="By which you tell it from others: “Blue, on my key ring”."
        error={isMissing && name.trim() === '' ? 'Give it a name.' : undefined}
        maxLength={64}
        isRequired
      />
      {freshLoginFor(error, CHANGE_KEYS) ?? (error !== null && <DialogFault error={error} />)}
      <DialogFooter>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" kind="primary" busy={isPending && 'Waiting for the key …'}>
          Add the key
        </Button>
      </DialogFooter>
    </DialogForm>
  )
}
