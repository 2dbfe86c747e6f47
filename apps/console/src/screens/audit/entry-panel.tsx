import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type AuditEntry, auditEntryQuery } from '../../api/audit.ts'
import { useMay } from '../../api/session.ts'
import { Button } from '../../design/button.tsx'
import { Chip, LevelChip } from '../../design/chip.tsx'
import { useKey } from '../../design/keys.ts'
import { Facts } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import { typeWords } from '../../design/type-words.ts'
import styles from './audit.module.css'
import { severityWords } from './entry-words.ts'
import { LayerDecisions, Policies } from './layer-decisions.tsx'
import { type ControlRecord, type RequestRecord, readRecord } from './read-record.ts'
import { RowProofPart } from './row-proof.tsx'

const route = getRouteApi('/audit')

/** One entry beside the list: what happened, what each layer decided and by which policy, and its proof. */
export function EntryPanel({ id }: { readonly id: string }) {
  const navigate = route.useNavigate()
  const query = useQuery(auditEntryQuery(id))
  const close = () => void navigate({ search: (old) => ({ ...old, open: undefined }), replace: true })
  useKey({ key: 'x', label: 'Close the entry' }, close)
  return (
    <section className={styles.entry} aria-label="Entry">
      <header className={styles.entryHeader}>
        <h2>{query.data ? typeWords(query.data.type) : 'Entry'}</h2>
        <Button kind="quiet" icon="close" aria-label="Close the entry" onClick={close} />
      </header>
      {query.isPending && <Loading>Reading the entry …</Loading>}
      {query.isError && <Failed error={query.error} doing="read the entry" onRetry={() => void query.refetch()} />}
      {query.data === null && (
        <Empty icon="search" title="There is no such entry">
          It may be of another tenant, or its month was taken out of the trail.
        </Empty>
      )}
      {query.data && <Entry entry={query.data} />}
    </section>
  )
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const record = readRecord(entry.record)
  return (
    <div className={styles.parts}>
      {entry.erased === true && <p className={styles.quiet}>Its record was erased. That it was there is left.</p>}
      <EntryFacts entry={entry} record={record} />
      {record?.kind === 'request' && <LayerDecisions layers={record.layers} />}
      {record?.kind === 'request' && <Policies violations={record.violations} policyIds={entry.policy_ids} />}
      {record?.kind === 'control' && record.details !== undefined && <Details details={record.details} />}
      <RowProofPart entry={entry} />
      {entry.erased === undefined && (
        <details className={styles.whole}>
          <summary>The whole record</summary>
          <pre>{JSON.stringify(entry.record, null, 2)}</pre>
        </details>
      )}
    </div>
  )
}

interface EntryFactsProps {
  readonly entry: AuditEntry
  readonly record: RequestRecord | ControlRecord | undefined
}

function EntryFacts({ entry, record }: EntryFactsProps) {
  const { word, tone } = severityWords(entry.severity)
  return (
    <Facts
      facts={[
        ['Time', <Time key="time" at={entry.time} />],
        ['Severity', <Chip key="severity" tone={tone}>{`${word}, ${entry.severity} of 10`}</Chip>],
        ['About', entry.sub && <Subject key="sub" sub={entry.sub} />],
        ['By', entry.actor],
        ['Session', entry.session_id && <Session key="session" id={entry.session_id} />],
        ['Error code', entry.code && <code key="code">{entry.code}</code>],
        ...(record?.kind === 'request' ? requestFacts(record) : []),
        ['Reason', record?.reason],
        ...(record?.kind === 'control'
          ? ([
              ['Service', record.service],
              ['Incident', record.incident_id],
            ] as const)
          : []),
        ['Request id', entry.request_id && <code key="request">{entry.request_id}</code>],
        ['Record', <code key="id">{entry.id}</code>],
        ['Number', entry.number.toLocaleString()],
      ]}
    />
  )
}

function requestFacts({ outcome, model, endpoint, action, cache_hit, tile }: RequestRecord) {
  return [
    ['Outcome', outcome],
    ['Model', model],
    ['Endpoint', endpoint ?? (cache_hit ? 'none: answered from the cache' : 'none')],
    ['Action', action],
    ['Sensitivity', tile && <LevelChip key="level" level={tile.level} isNamed />],
  ] as const
}

/** A person, and all that is about them. */
function Subject({ sub }: { readonly sub: string }) {
  const canOpen = useMay('view-user-freeze')
  return (
    <span className={styles.links}>
      {canOpen ? (
        <Link to="/people/$subject" params={{ subject: sub }}>
          {sub}
        </Link>
      ) : (
        sub
      )}
      <Link to="/audit" search={{ user: sub }} className={styles.more}>
        all about them
      </Link>
    </span>
  )
}

function Session({ id }: { readonly id: number }) {
  const canOpen = useMay('view-session')
  return (
    <span className={styles.links}>
      {canOpen ? (
        <Link to="/people/sessions/$sessionId" params={{ sessionId: String(id) }}>
          {id}
        </Link>
      ) : (
        id
      )}
      <Link to="/audit" search={{ session: String(id) }} className={styles.more}>
        all of it
      </Link>
    </span>
  )
}

function Details({ details }: { readonly details: NonNullable<ControlRecord['details']> }) {
  return (
    <section className={styles.part}>
      <h3>Details</h3>
      <Facts facts={Object.entries(details).map(([name, value]) => [name.replaceAll('_', ' '), String(value)])} />
    </section>
  )
}
