import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { DeadLetter, ResendOrder, SendingState, SoarDelivery } from '../../api/receivers.ts'
import { useMay } from '../../api/session.ts'
import { freshLoginFor } from '../../app/fresh-login.tsx'
import { Button } from '../../design/button.tsx'
import { LevelChip } from '../../design/chip.tsx'
import { Dialog, DialogFault, DialogFooter } from '../../design/dialog.tsx'
import { Facts } from '../../design/page.tsx'
import { Time } from '../../design/time.tsx'
import { typeWords } from '../../design/type-words.ts'
import { StateChip } from './columns.tsx'
import { anomalyWords, statusWords } from './sending-words.ts'
import styles from './siem-soar.module.css'
import { useResend } from './use-resend.ts'

/** What was open last is shown while its dialog closes. */
function useShown<Value>(value: Value | undefined): Value | undefined {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    if (value !== undefined) setShown(value)
  }, [value])
  return value ?? shown
}

interface LetterDialogProps {
  readonly letter: DeadLetter | undefined
  readonly onClose: () => void
}

/** One refused record, and the way to send it again. */
export function LetterDialog({ letter, onClose }: LetterDialogProps) {
  const shown = useShown(letter)
  const may = useMay('resend-siem-dead-letter')
  if (shown === undefined) return null
  const { id, receiver, status, at, state, number, record_id: record } = shown
  return (
    <Dialog isOpen={letter !== undefined} onClose={onClose} title={typeWords(shown.type)}>
      <Facts
        facts={[
          ['State', <StateChip key="state" to="siem" state={state} />],
          ['Receiver', receiver],
          ['Refused with', statusWords(status)],
          [state === 'delivered' ? 'Taken' : 'Refused', <Time key="at" at={at} />],
          ['Record', <RecordLink key="record" id={record} words={`Entry ${number.toLocaleString()} of the trail`} />],
        ]}
      />
      <Resending
        order={{ to: 'siem', id }}
        action="resend-siem-dead-letter"
        state={state}
        may={may}
        consequence={`${receiver} is asked again within a second or two, where it answers. If it refuses once more, the record is here again. That you have asked is on record.`}
        onClose={onClose}
      />
    </Dialog>
  )
}

interface DeliveryDialogProps {
  readonly delivery: SoarDelivery | undefined
  readonly onClose: () => void
}

/** One message to the SOAR system, and the way to send it again. */
export function DeliveryDialog({ delivery, onClose }: DeliveryDialogProps) {
  const shown = useShown(delivery)
  const may = useMay('resend-soar-delivery')
  if (shown === undefined) return null
  const { id, message, state, attempts, last_status: status, created_at: created, delivered_at: taken } = shown
  const { sub, actor, session_id: session, count, level, record_id: record } = message.data
  return (
    <Dialog isOpen={delivery !== undefined} onClose={onClose} title={anomalyWords(message)}>
      <Facts
        facts={[
          ['State', <StateChip key="state" to="soar" state={state} />],
          ['About', sub === undefined ? undefined : <PersonLink key="sub" sub={sub} />],
          ['By', actor],
          ['Session', session],
          ['Times', count],
          ['Data', level === undefined ? undefined : <LevelChip key="level" level={level} isNamed />],
          ['Attempts', attempts],
          ['Last answer', attempts === 0 ? undefined : statusWords(status)],
          ['Found', <Time key="found" at={created} />],
          ['Taken', taken === undefined ? undefined : <Time key="taken" at={taken} />],
          ['Record', <RecordLink key="record" id={record} words="The record that completed it" />],
        ]}
      />
      <Resending
        order={{ to: 'soar', id }}
        action="resend-soar-delivery"
        state={state}
        may={may}
        consequence="It is tried anew, as often as a new one, under the same id: a receiver that has it takes it once. That you have asked is on record."
        onClose={onClose}
      />
    </Dialog>
  )
}

function PersonLink({ sub }: { readonly sub: string }) {
  return (
    <Link to="/people/$subject" params={{ subject: sub }}>
      {sub}
    </Link>
  )
}

function RecordLink({ id, words }: { readonly id: string; readonly words: string }) {
  if (!useMay('read-audit-log')) return words
  return (
    <Link to="/audit" search={{ open: id }}>
      {words}
    </Link>
  )
}

interface ResendingProps {
  readonly order: ResendOrder
  readonly action: 'resend-siem-dead-letter' | 'resend-soar-delivery'
  readonly state: SendingState
  readonly may: boolean
  readonly consequence: string
  readonly onClose: () => void
}

function Resending({ order, action, state, may, consequence, onClose }: ResendingProps) {
  const { mutate, isPending, error } = useResend(onClose)
  return (
    <>
      <p className={styles.muted}>{wordsOf(state, may, consequence)}</p>
      {error !== null && (freshLoginFor(error, action) ?? <DialogFault error={error} />)}
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        {may && state !== 'pending' && (
          <Button kind="primary" icon="next" busy={isPending && 'Asking …'} onClick={() => mutate(order)}>
            Send again
          </Button>
        )}
      </DialogFooter>
    </>
  )
}

function wordsOf(state: SendingState, may: boolean, consequence: string): string {
  if (state === 'pending') return 'It is on its way; this list follows it.'
  return may ? consequence : 'A SOC Analyst or a CISO can have it sent again.'
}
