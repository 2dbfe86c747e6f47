import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { type ApiKeyDetail, changeKeyLimits } from '../../api/keys.ts'
import { useDraft } from '../../app/draft.ts'
import { freshLoginFor } from '../../app/fresh-login.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogFault, DialogFooter, DialogForm } from '../../design/dialog.tsx'
import { TextField } from '../../design/field.tsx'
import { Notice } from '../../design/states.tsx'
import { useNotify } from '../../design/toast.tsx'
import { gatewayWords } from './gateway-words.ts'
import { changesOf, limitTexts, readLimitTexts } from './key-form.ts'
import styles from './keys.module.css'
import { LimitFields } from './limit-fields.tsx'

interface LimitsDialogProps {
  readonly apiKey: ApiKeyDetail
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Changes the limits of a key. */
export function LimitsDialog({ apiKey, isOpen, onClose }: LimitsDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Change the limits of ${apiKey.name}`}>
      <LimitsForm apiKey={apiKey} onClose={onClose} />
    </Dialog>
  )
}

type LimitsFormProps = Omit<LimitsDialogProps, 'isOpen'>

function LimitsForm({ apiKey, onClose }: LimitsFormProps) {
  // The key is fetched anew all the time; what is changed is what was seen first.
  const [seen] = useState(apiKey)
  const [draft, setDraft, forget] = useDraft(`key-limits:${seen.id}`)
  const [reason, setReason, forgetReason] = useDraft(`key-limits-reason:${seen.id}`)
  const [isTried, setIsTried] = useState(false)
  const client = useQueryClient()
  const notify = useNotify()
  const texts = readLimitTexts(draft) ?? limitTexts(seen)
  const { changes, faults } = changesOf(seen, texts)
  const isChanged = Object.keys(changes).length > 0
  const { mutate, isPending, error } = useMutation({
    mutationFn: changeKeyLimits,
    onSuccess: async ({ gateways }) => {
      forget()
      forgetReason()
      notify({ title: `${seen.name} has other limits`, detail: gatewayWords(gateways, 'go by them') })
      onClose()
      await client.invalidateQueries({ queryKey: ['keys'] })
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!isChanged || Object.keys(faults).length > 0 || reason.trim() === '') return
    mutate({ id: seen.id, order: { version: seen.limits_version, reason: reason.trim(), ...changes } })
  }
  return (
    <DialogForm onSubmit={submit}>
      <p className={styles.quiet}>
        An empty field is no limit. What was spent stays spent; requests under way keep the limits that they came in
        under.
      </p>
      {apiKey.limits_version !== seen.limits_version && (
        <Notice tone="warn">Somebody has changed these limits since. Close this and look at them first.</Notice>
      )}
      <LimitFields limits={texts} onChange={(next) => setDraft(JSON.stringify(next))} faults={isTried ? faults : {}} />
      <TextField
        label="Reason"
        value={reason}
        onChange={setReason}
        hint="Kept in the audit trail, with names, addresses and numbers of persons masked."
        error={isTried && reason.trim() === '' ? 'Say why; it is kept with the act.' : undefined}
        rows={2}
        maxLength={1000}
        isRequired
      />
      {freshLoginFor(error, 'change-api-key') ?? (error !== null && <DialogFault error={error} />)}
      {isTried && !isChanged && Object.keys(faults).length === 0 && (
        <p className={styles.fault} role="alert">
          No limit is another one than before.
        </p>
      )}
      <DialogFooter>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" kind="primary" busy={isPending && 'Changing …'}>
          Change limits
        </Button>
      </DialogFooter>
    </DialogForm>
  )
}
