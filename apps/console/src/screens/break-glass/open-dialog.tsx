import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { type EntityType, openBreakGlass } from '../../api/break-glass.ts'
import { useDraft } from '../../app/draft.ts'
import { freshLoginFor } from '../../app/fresh-login.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { TextField } from '../../design/field.tsx'
import { ProblemWords } from '../../design/states.tsx'
import styles from './break-glass.module.css'
import { openingOf } from './opening.ts'
import { TypeChoice } from './type-choice.tsx'

const route = getRouteApi('/break-glass')

interface OpenDialogProps {
  readonly act: 'open' | 'drill' | undefined
  readonly onClose: () => void
}

/** Asks what the first key is turned for. */
export function OpenDialog({ act, onClose }: OpenDialogProps) {
  const navigate = route.useNavigate()
  const { session, user } = route.useSearch()
  const [reason, setReason, forgetReason] = useDraft('break-glass:reason')
  const [form, setForm] = useState({
    session: session === undefined ? '' : String(session),
    user: user ?? '',
    minutes: '30',
    types: ['PERSON'] as readonly EntityType[],
  })
  const [isTried, setIsTried] = useState(false)
  // What was chosen last is shown while the dialog closes.
  const [shown, setShown] = useState<'open' | 'drill'>('open')
  useEffect(() => {
    if (act !== undefined) setShown(act)
  }, [act])
  const { opening, faults } = openingOf({ ...form, reason, isDrill: shown === 'drill' })
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: openBreakGlass,
    onSuccess: ({ id }) => {
      forgetReason()
      void navigate({ to: '/break-glass/$requestId', params: { requestId: id } })
    },
  })
  const close = () => {
    reset()
    setIsTried(false)
    onClose()
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (opening !== undefined) mutate(opening)
  }
  const faultOf = (name: keyof typeof faults) => (isTried ? faults[name] : undefined)
  return (
    <Dialog
      isOpen={act !== undefined}
      onClose={close}
      title={shown === 'drill' ? 'Begin a drill' : 'Turn the first key'}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.consequence}>
          {shown === 'drill'
            ? 'Values that belong to nobody are written and sealed. A person of the other role confirms within 15 minutes; then both of you read them.'
            : 'A person of the other role confirms within 15 minutes. Then the two of you, and nobody else, read these values. Every step is a critical record of the audit trail.'}
        </p>
        {shown === 'open' && (
          <>
            <div className={styles.pair}>
              <TextField
                label="Session"
                value={form.session}
                onChange={(next) => setForm({ ...form, session: next })}
                hint="Its number, as lists and answers name it."
                error={faultOf('session')}
                isRequired
              />
              <TextField
                label="User"
                value={form.user}
                onChange={(next) => setForm({ ...form, user: next })}
                hint="Only where the session has ended."
                maxLength={256}
              />
            </div>
            <TypeChoice
              chosen={form.types}
              onChange={(types) => setForm({ ...form, types })}
              error={faultOf('types')}
            />
            <TextField
              label="Minutes"
              value={form.minutes}
              onChange={(next) => setForm({ ...form, minutes: next })}
              hint="1 to 60, counted from the second key."
              error={faultOf('minutes')}
              isRequired
            />
          </>
        )}
        <TextField
          label="Reason"
          value={reason}
          onChange={setReason}
          hint="Kept in the audit trail, with names, addresses and numbers of persons masked."
          error={faultOf('reason')}
          rows={3}
          maxLength={1000}
          isRequired
        />
        {freshLoginFor(error, 'open-break-glass') ??
          (error !== null && (
            <div role="alert" className={styles.fault}>
              <ProblemWords error={error} />
            </div>
          ))}
        <footer className={styles.footer}>
          <Button onClick={close} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" kind="primary" busy={isPending && 'Turning the key …'}>
            {shown === 'drill' ? 'Begin' : 'Turn the key'}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
