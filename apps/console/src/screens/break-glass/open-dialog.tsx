import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { openBreakGlass } from '../../api/break-glass.ts'
import { useDraft } from '../../app/draft.ts'
import { freshLoginFor } from '../../app/fresh-login.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogFault, DialogFooter, DialogForm } from '../../design/dialog.tsx'
import { TextField } from '../../design/field.tsx'
import styles from './break-glass.module.css'
import { type Faults, openingOf } from './opening.ts'
import { type Wanted, WantedFields } from './wanted-fields.tsx'

const route = getRouteApi('/break-glass')

type Act = 'open' | 'drill'

interface OpenDialogProps {
  readonly act: Act | undefined
  readonly onClose: () => void
}

/** Asks what the first key is turned for. */
export function OpenDialog({ act, onClose }: OpenDialogProps) {
  // What was chosen last is shown while the dialog closes.
  const [shown, setShown] = useState<Act>('open')
  useEffect(() => {
    if (act !== undefined) setShown(act)
  }, [act])
  return (
    <Dialog
      isOpen={act !== undefined}
      onClose={onClose}
      title={shown === 'drill' ? 'Begin a drill' : 'Turn the first key'}
    >
      <OpeningForm act={shown} onClose={onClose} />
    </Dialog>
  )
}

const CONSEQUENCES: Readonly<Record<Act, string>> = {
  open: 'A person of the other role confirms within 15 minutes. Then the two of you, and nobody else, read these values. Until then nothing is shown, and one of you may end it. Every step is a critical record of the audit trail.',
  drill:
    'Values that belong to nobody are written and sealed. A person of the other role confirms within 15 minutes; then both of you read them.',
}

interface OpeningFormProps {
  readonly act: Act
  readonly onClose: () => void
}

/** It is made anew each time that the dialog opens; the reason is a draft that a fresh login does not lose. */
function OpeningForm({ act, onClose }: OpeningFormProps) {
  const navigate = route.useNavigate()
  const { session = '', user = '' } = route.useSearch()
  const [reason, setReason, forgetReason] = useDraft('break-glass:reason')
  const [wanted, setWanted] = useState<Wanted>({ session: String(session), user, minutes: '30', types: ['PERSON'] })
  const [isTried, setIsTried] = useState(false)
  const { opening, faults } = openingOf({ ...wanted, reason, isDrill: act === 'drill' })
  const { mutate, isPending, error } = useMutation({
    mutationFn: openBreakGlass,
    onSuccess: ({ id }) => {
      forgetReason()
      void navigate({ to: '/break-glass/$requestId', params: { requestId: id } })
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (opening !== undefined) mutate(opening)
  }
  const shownFaults: Faults = isTried ? faults : {}
  return (
    <DialogForm onSubmit={submit}>
      <p className={styles.consequence}>{CONSEQUENCES[act]}</p>
      {act === 'open' && <WantedFields wanted={wanted} onChange={setWanted} faults={shownFaults} />}
      <TextField
        label="Reason"
        value={reason}
        onChange={setReason}
        hint="Kept in the audit trail, with names, addresses and numbers of persons masked."
        error={shownFaults.reason}
        rows={3}
        maxLength={1000}
        isRequired
      />
      <OpeningFault error={error} />
      <DialogFooter>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" kind="primary" busy={isPending && 'Turning the key …'}>
          {act === 'drill' ? 'Begin the drill' : 'Turn the first key'}
        </Button>
      </DialogFooter>
    </DialogForm>
  )
}

function OpeningFault({ error }: { readonly error: unknown }) {
  const freshLogin = freshLoginFor(error, 'open-break-glass')
  if (freshLogin !== undefined) return freshLogin
  return error === null ? null : <DialogFault error={error} />
}
