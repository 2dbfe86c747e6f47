import { getRouteApi, Link } from '@tanstack/react-router'
import type { Endpoint } from '../../api/endpoints.ts'
import { Chip, LevelChip } from '../../design/chip.tsx'
import { shareWords } from '../../design/percent.ts'
import { type Column, DataTable } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { healthOf, latencyWords } from './endpoint-health.ts'
import styles from './endpoints.module.css'

const route = getRouteApi('/endpoints')

/** Gateways that are configured differently know an endpoint of one name as two. */
function idOf({ name, gateways }: Endpoint): string {
  return `${name} ${gateways[0]?.gateway ?? ''}`
}

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    id: 'name',
    header: 'Endpoint',
    cell: (endpoint) => (
      <div className={styles.name}>
        <Link from="/endpoints" to="/endpoints" search={(old) => ({ ...old, open: idOf(endpoint) })} replace>
          {endpoint.name}
        </Link>
        <div className={styles.narrowOnly}>
          <LevelChip level={endpoint.permitted_level} />
        </div>
        <span>{[endpoint.provider_kind, endpoint.region].filter(Boolean).join(', ') || endpoint.models[0]}</span>
      </div>
    ),
  },
  {
    id: 'level',
    header: 'May see up to',
    width: '8.5rem',
    isWideOnly: true,
    cell: ({ permitted_level: level }) => <LevelChip level={level} />,
  },
  { id: 'breaker', header: 'Breaker', width: '11rem', cell: (endpoint) => <Breaker endpoint={endpoint} /> },
  {
    id: 'errors',
    header: 'Failed, 5 min',
    width: '8rem',
    isWideOnly: true,
    cell: (endpoint) => <Failures endpoint={endpoint} />,
  },
  {
    id: 'latency',
    header: 'First words after',
    width: '9.5rem',
    isWideOnly: true,
    cell: (endpoint) => {
      const { latencyMs } = healthOf(endpoint)
      return latencyMs === undefined ? <span className={styles.muted}>too few streamed</span> : latencyWords(latencyMs)
    },
  },
  {
    id: 'connections',
    header: 'Under way',
    width: '7.5rem',
    isWideOnly: true,
    cell: (endpoint) => {
      const { inUse, waiting } = healthOf(endpoint)
      return waiting === 0 ? String(inUse) : `${inUse}, and ${waiting} wait`
    },
  },
]

/** The endpoints that serve the tenant. */
export function EndpointList({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const begin = (id: string | undefined) => void navigate({ search: (old) => ({ ...old, open: id }), replace: true })
  return (
    <>
      <DataTable
        label="Endpoints"
        columns={COLUMNS}
        rows={endpoints}
        idOf={idOf}
        openId={open}
        onOpen={(endpoint) => begin(idOf(endpoint))}
      />
      <EndpointDialog
        endpoint={endpoints.find((endpoint) => idOf(endpoint) === open)}
        onClose={() => begin(undefined)}
      />
    </>
  )
}

function Breaker({ endpoint }: { readonly endpoint: Endpoint }) {
  const { words, tone, since } = healthOf(endpoint)
  return (
    <div className={styles.breaker}>
      <Chip tone={tone}>{words}</Chip>
      {since !== undefined && (
        <span className={styles.muted}>
          since <Time at={since} isRelative />
        </span>
      )}
    </div>
  )
}

function Failures({ endpoint }: { readonly endpoint: Endpoint }) {
  const { asked, failed } = healthOf(endpoint)
  if (asked === 0) return <span className={styles.muted}>nothing asked</span>
  return (
    <span className={failed > 0 ? styles.danger : undefined}>
      {shareWords(failed, asked)} <span className={styles.muted}>of {asked.toLocaleString()}</span>
    </span>
  )
}
