import { useEffect, useState } from 'react'
import type { Endpoint } from '../../api/endpoints.ts'
import { Chip, LevelChip } from '../../design/chip.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Facts } from '../../design/page.tsx'
import { shareWords } from '../../design/percent.ts'
import { Time } from '../../design/time.tsx'
import { BREAKER_WORDS, faultWords, latencyWords } from './endpoint-health.ts'
import styles from './endpoints.module.css'

interface EndpointDialogProps {
  readonly endpoint: Endpoint | undefined
  readonly onClose: () => void
}

/** One endpoint: what it may see and keep, and how it does at each gateway. */
export function EndpointDialog({ endpoint, onClose }: EndpointDialogProps) {
  // What was open last is shown while the dialog closes.
  const [last, setLast] = useState(endpoint)
  useEffect(() => {
    if (endpoint !== undefined) setLast(endpoint)
  }, [endpoint])
  const shown = endpoint ?? last
  if (shown === undefined) return null
  const { models, model_count: count } = shown
  return (
    <Dialog isOpen={endpoint !== undefined} onClose={onClose} title={`Endpoint ${shown.name}`}>
      <Facts
        facts={[
          ['May see up to', <LevelChip key="level" level={shown.permitted_level} isNamed />],
          ['Run by', shown.provider_kind],
          ['Region', shown.region],
          ['Keeps what it is sent', retentionWords(shown.retention_days)],
          [
            'Its answers',
            shown.shareable ? 'may be shared by users of the tenant' : 'are remembered for each user alone',
          ],
          [
            'Models',
            count > models.length ? `${models.join(', ')} and ${count - models.length} more` : models.join(', '),
          ],
        ]}
      />
      <ul className={styles.gateways} aria-label="At each gateway">
        {shown.gateways.map((one) => (
          <li key={one.gateway}>
            <AtGateway at={one} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function retentionWords(days: number | undefined): string {
  if (days === undefined) return 'nobody says for how long'
  return days === 0 ? 'not at all' : `for ${days} ${days === 1 ? 'day' : 'days'}`
}

function AtGateway({ at }: { readonly at: Endpoint['gateways'][number] }) {
  const { breaker, broken_since: since, lately, last_fault: fault, latency_ms: latency, connections } = at
  const { words, tone } = BREAKER_WORDS[breaker]
  return (
    <>
      <p className={styles.gateway}>
        <code>{at.gateway}</code> <Chip tone={tone}>{words}</Chip>
      </p>
      <Facts
        facts={[
          ['Kept back since', since === undefined ? undefined : <Time key="since" at={since} />],
          ['Failed', lately && latelyWords(lately)],
          [
            'Last failure',
            fault === undefined ? undefined : (
              <span key="fault">
                {faultWords(fault)}, <Time at={fault.at} isRelative />
              </span>
            ),
          ],
          ...Object.entries(latency).map(([model, ms]) => [`First words, ${model}`, latencyWords([ms, ms])] as const),
          [
            'Under way',
            connections.waiting === 0 ? connections.in_use : `${connections.in_use}, and ${connections.waiting} wait`,
          ],
        ]}
      />
    </>
  )
}

function latelyWords({ seconds, asked, failed }: NonNullable<Endpoint['gateways'][number]['lately']>): string {
  if (asked === 0) return `nothing asked in ${seconds / 60} minutes`
  return `${shareWords(failed, asked)} of ${asked.toLocaleString()} in ${seconds / 60} minutes`
}
