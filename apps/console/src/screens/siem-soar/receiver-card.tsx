import type { ReactNode } from 'react'
import type { SiemReceiver, SoarReceiver } from '../../api/receivers.ts'
import { Chip, type Tone } from '../../design/chip.tsx'
import { Time } from '../../design/time.tsx'
import { statusWords } from './sending-words.ts'
import styles from './siem-soar.module.css'

type Receiver = SiemReceiver | SoarReceiver

interface ReceiverCardProps {
  readonly receiver: Receiver
  /** What it gets, and how: `CEF over syslog`. */
  readonly kind: string
  /** Amounts: what waits, what was refused. */
  readonly amounts: readonly (readonly [label: string, value: string, tone?: 'danger' | undefined])[]
  /** What became of what it has not taken. */
  readonly keptWhere: string
  /** A sentence more on what it was sent. */
  readonly note?: ReactNode
  readonly children?: ReactNode
}

/** One receiver: whether it takes what it is sent, since when not, and what waits for it. */
export function ReceiverCard({ receiver, kind, amounts, keptWhere, note, children }: ReceiverCardProps) {
  return (
    <article className={styles.card} aria-label={receiver.receiver}>
      <header className={styles.cardHeader}>
        <div>
          <h3>{receiver.receiver}</h3>
          <p className={styles.muted}>{kind}</p>
        </div>
        <ReceiverState receiver={receiver} />
      </header>
      <dl className={styles.amounts}>
        {amounts.map(([label, value, tone]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={tone && styles[tone]}>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.muted}>
        <ReceiverWords receiver={receiver} keptWhere={keptWhere} /> {note}
      </p>
      {children}
    </article>
  )
}

const STATES: Readonly<Record<Receiver['state'], { readonly words: string; readonly tone: Tone }>> = {
  taking: { words: 'Takes what it is sent', tone: 'good' },
  failing: { words: 'Takes nothing', tone: 'danger' },
  untried: { words: 'Nothing sent yet', tone: 'neutral' },
}

function ReceiverState({ receiver }: { readonly receiver: Receiver }) {
  const { words, tone } = STATES[receiver.state]
  return <Chip tone={tone}>{words}</Chip>
}

function ReceiverWords({ receiver, keptWhere }: { readonly receiver: Receiver; readonly keptWhere: string }) {
  const { state, taken_at: taken, failing_since: since, last_status: status } = receiver
  if (state === 'untried') return 'No process that is alive has sent it anything. It is tried with the next event.'
  if (state === 'taking' || since === undefined) {
    return <>Last took something {taken !== undefined && <Time at={taken} isRelative />}.</>
  }
  return (
    <>
      Failing since <Time at={since} isRelative />: {statusWords(status)}. {keptWhere}
    </>
  )
}
