import { Link } from '@tanstack/react-router'
import type { DeadLetter, SendingState, SoarDelivery } from '../../api/receivers.ts'
import { Chip } from '../../design/chip.tsx'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import { typeWords } from '../../design/type-words.ts'
import { anomalyWords, stateWords, statusWords } from './sending-words.ts'
import styles from './siem-soar.module.css'

/** The state of a message in a word. */
export function StateChip({ to, state }: { readonly to: 'siem' | 'soar'; readonly state: SendingState }) {
  const { words, tone } = stateWords(to, state)
  return <Chip tone={tone}>{words}</Chip>
}

/** What a receiver of events has refused. */
export const LETTER_COLUMNS: readonly Column<DeadLetter>[] = [
  {
    id: 'what',
    header: 'Record',
    cell: ({ id, type, number }) => (
      <div className={styles.what}>
        <Link from="/siem-and-soar" to="/siem-and-soar" search={(old) => ({ ...old, open: id })} replace>
          {typeWords(type)}
        </Link>
        <span>entry {number.toLocaleString()} of the trail</span>
      </div>
    ),
  },
  { id: 'receiver', header: 'Receiver', isWideOnly: true, cell: ({ receiver }) => receiver },
  {
    id: 'why',
    header: 'Refused with',
    isWideOnly: true,
    cell: ({ status }) => statusWords(status),
  },
  { id: 'at', header: 'When', width: '8.5rem', cell: ({ at }) => <Time at={at} isRelative /> },
  {
    id: 'state',
    header: 'State',
    width: '9.5rem',
    cell: ({ state }) => <StateChip to="siem" state={state} />,
  },
]

/** What the SOAR system was told. */
export const DELIVERY_COLUMNS: readonly Column<SoarDelivery>[] = [
  {
    id: 'what',
    header: 'Anomaly',
    cell: ({ id, message }) => (
      <div className={styles.what}>
        <Link from="/siem-and-soar" to="/siem-and-soar" search={(old) => ({ ...old, open: id })} replace>
          {anomalyWords(message)}
        </Link>
        <span>{message.data.sub ?? message.data.actor ?? 'nobody in particular'}</span>
      </div>
    ),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    width: '6.5rem',
    align: 'end',
    isWideOnly: true,
    cell: ({ attempts }) => attempts,
  },
  {
    id: 'status',
    header: 'Last answer',
    isWideOnly: true,
    cell: ({ attempts, last_status: status }) => (attempts === 0 ? 'not tried yet' : statusWords(status)),
  },
  { id: 'at', header: 'Found', width: '8.5rem', cell: ({ created_at: at }) => <Time at={at} isRelative /> },
  {
    id: 'state',
    header: 'State',
    width: '8rem',
    cell: ({ state }) => <StateChip to="soar" state={state} />,
  },
]
