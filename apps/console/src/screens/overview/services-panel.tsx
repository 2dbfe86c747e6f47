import { useQuery } from '@tanstack/react-query'
import type { Records } from '../../api/client.ts'
import { servicesQuery } from '../../api/overview.ts'
import { Chip, type Tone } from '../../design/chip.tsx'
import { Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import styles from './overview.module.css'

const TONES: Readonly<Record<Records['ServiceState']['status'], Tone>> = {
  ready: 'good',
  unready: 'danger',
  draining: 'warn',
  silent: 'danger',
}

/** So much of an id tells two leases apart; the whole shows when the pointer rests on it. */
const SHORT_ID = 8

/** The leases of gateways and workers, and how each process says that it does. */
export function ServicesPanel() {
  const query = useQuery(servicesQuery)
  return (
    <Panel title="Gateways and services" aside={<span>Leases first, then each process</span>}>
      {query.isPending && <Loading>Asking how the services do …</Loading>}
      {query.isError && <Failed error={query.error} doing="load the services" onRetry={() => void query.refetch()} />}
      {query.data?.gateways.length === 0 && (
        <Empty icon="endpoints" title="No gateway holds a lease">
          Nothing is answered until one does. Look at the logs of the gateways, and whether they reach Redis.
        </Empty>
      )}
      <ul className={styles.services}>
        {query.data?.gateways.map(({ id, kind, alive, confirmed_at: at, requests }) => (
          <li key={id}>
            <span className={styles.service}>
              {kind} <code title={id}>{id.replace(`${kind}-`, '').slice(0, SHORT_ID)}</code>
            </span>
            <span className={styles.detail}>
              {requests !== undefined && `${requests} requests in it · `}freezes confirmed <Time at={at} isRelative />
            </span>
            <Chip tone={alive ? 'good' : 'danger'}>{alive ? 'lease holds' : 'no lease'}</Chip>
          </li>
        ))}
        {query.data?.services.map(({ service, version, started_at: started, status, failing }) => (
          <li key={`${service} ${started}`}>
            <span className={styles.service}>{service}</span>
            <span className={styles.detail}>
              {failing.length > 0 ? `does not reach ${failing.join(', ')}` : `version ${version}`}
            </span>
            <Chip tone={TONES[status]}>{status}</Chip>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
