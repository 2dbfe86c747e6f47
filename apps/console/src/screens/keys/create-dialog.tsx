import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { createKey, type NewApiKey } from '../../api/keys.ts'
import { useSession } from '../../api/session.ts'
import { useDraft } from '../../app/draft.ts'
import { freshLoginFor } from '../../app/fresh-login.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogFault, DialogFooter, DialogForm } from '../../design/dialog.tsx'
import { CreateFields } from './create-fields.tsx'
import { beginKey, keyOrderOf, readKeyForm } from './key-form.ts'
import styles from './keys.module.css'
import { SecretOnce } from './secret-once.tsx'

interface CreateDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Makes a key, and shows it once. What is shown is closed by the one button that says so. */
export function CreateDialog({ isOpen, onClose }: CreateDialogProps) {
  const [made, setMade] = useState<NewApiKey>()
  const done = () => {
    setMade(undefined)
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => made === undefined && onClose()}
      isHeld={made !== undefined}
      title={made === undefined ? 'Make a key' : `The key “${made.name}”`}
    >
      {made === undefined ? (
        <CreateForm onMade={setMade} onClose={onClose} />
      ) : (
        <SecretOnce made={made} onDone={done} />
      )}
    </Dialog>
  )
}

interface CreateFormProps {
  readonly onMade: (made: NewApiKey) => void
  readonly onClose: () => void
}

function CreateForm({ onMade, onClose }: CreateFormProps) {
  const { user } = useSession()
  const mayForOthers = user.roles.some((role) => role === 'ciso' || role === 'dept-admin')
  const [draft, setDraft, forget] = useDraft('key')
  const [isTried, setIsTried] = useState(false)
  const client = useQueryClient()
  const form = readKeyForm(draft) ?? beginKey(mayForOthers ? 'user' : 'me')
  const { order, faults } = keyOrderOf(form)
  const { mutate, isPending, error } = useMutation({
    mutationFn: createKey,
    // The key is kept nowhere but in the dialog.
    gcTime: 0,
    onSuccess: async (made) => {
      forget()
      onMade(made)
      await client.invalidateQueries({ queryKey: ['keys', 'list'] })
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (order !== undefined) mutate(order)
  }
  return (
    <DialogForm onSubmit={submit}>
      <p className={styles.quiet}>
        Whoever has the key acts as its owner at the gateways, and gets into no administration. It is on record who
        makes it.
      </p>
      <CreateFields
        form={form}
        mayForOthers={mayForOthers}
        faults={isTried ? faults : {}}
        onChange={(next) => setDraft(JSON.stringify({ ...form, ...next }))}
      />
      {freshLoginFor(error, 'create-api-key') ?? (error !== null && <DialogFault error={error} />)}
      <DialogFooter>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" kind="primary" busy={isPending && 'Making the key …'}>
          Make the key
        </Button>
      </DialogFooter>
    </DialogForm>
  )
}
