import { getRouteApi } from '@tanstack/react-router'
import { Button } from '../../design/button.tsx'
import { classNames } from '../../design/class-names.ts'
import { FilterBar, SearchField, SelectField } from '../../design/field.tsx'
import { formatLocal } from '../../design/time-words.ts'
import { typeWords } from '../../design/type-words.ts'
import styles from './audit.module.css'
import { LAYER_NAMES } from './entry-words.ts'
import type { AuditSearch } from './search.ts'

const route = getRouteApi('/audit')
const ANY = 'any'

const TYPES = [
  ...['request.answered', 'request.denied', 'request.held', 'request.refused', 'request.failed', 'request.aborted'],
  ...['layer.alerted', 'user.frozen', 'user.unfrozen', 'session.frozen', 'session.unfrozen'],
  ...[
    'approval.requested',
    'approval.viewed',
    'approval.approved',
    'approval.denied',
    'policy.created',
    'policy.updated',
    'policy.deleted',
  ],
  ...['codenames.changed', 'break_glass.opened', 'break_glass.revealed', 'admin.refused', 'console.logged_in'],
  ...['console.posed', 'api_key.created', 'api_key.changed', 'api_key.revoked', 'session.clearance'],
  ...['audit_log.read', 'audit_log.exported', 'evidence.read', 'usage.read', 'users.read', 'sessions.read'],
]

const TYPE_OPTIONS = [ANY, ...TYPES].map((value) => ({ value, label: value === ANY ? 'Anything' : typeWords(value) }))
const LAYER_OPTIONS = [
  { value: ANY, label: 'Any' },
  ...Object.entries(LAYER_NAMES).map(([value, name]) => ({ value, label: `${value} ${name}` })),
]
const SEVERITY_OPTIONS = [
  { value: ANY, label: 'Any' },
  { value: '3', label: 'Low and above' },
  { value: '5', label: 'Medium and above' },
  { value: '7', label: 'High and above' },
  { value: '9', label: 'Critical' },
]
const TIME_OPTIONS = [
  { value: ANY, label: 'Any time' },
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last day' },
  { value: 'week', label: 'Last week' },
  { value: 'month', label: 'Last 30 days' },
] as const

/** The conditions of the search. All of them stand in the address. */
export function AuditFilters() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: Partial<AuditSearch>) =>
    void navigate({ search: (old) => ({ ...old, ...next, open: undefined }), replace: true })
  const orNone = (value: string) => (value === ANY ? undefined : value)
  const types = TYPES.includes(search.type ?? ANY) || search.type === undefined
  return (
    <div className={classNames(styles.filters, search.open !== undefined && styles.whenOpen)}>
      <FilterBar>
        <SearchField
          label="Find what is about a user"
          placeholder="Subject of a user, whole"
          value={search.user ?? ''}
          onSearch={(user) => change({ user: user || undefined })}
        />
        <SelectField
          label="What"
          value={search.type ?? ANY}
          options={types ? TYPE_OPTIONS : [...TYPE_OPTIONS, { value: search.type ?? '', label: search.type ?? '' }]}
          onChange={(type) => change({ type: orNone(type) })}
        />
        <SelectField
          label="Severity"
          value={search.min_severity ?? ANY}
          options={SEVERITY_OPTIONS}
          onChange={(value) => change({ min_severity: orNone(value) })}
        />
        <SelectField
          label="Layer"
          value={search.layer ?? ANY}
          options={LAYER_OPTIONS}
          onChange={(layer) => change({ layer: orNone(layer) })}
        />
        <SelectField
          label="Time"
          value={search.since ?? ANY}
          options={TIME_OPTIONS}
          onChange={(since) => change({ since: since === ANY ? undefined : since, from: undefined, to: undefined })}
        />
      </FilterBar>
      <Further search={search} onChange={change} />
    </div>
  )
}

interface FurtherProps {
  readonly search: AuditSearch
  readonly onChange: (next: Partial<AuditSearch>) => void
}

/** Conditions that come by a link: each can be taken away. */
function Further({ search, onChange }: FurtherProps) {
  const { session, policy_id: policy, from, to } = search
  const conditions = [
    { name: 'session', words: session && `Session ${session}` },
    { name: 'policy_id', words: policy && `Policy ${policy}` },
    { name: 'from', words: from && `From ${formatLocal(Date.parse(from))}` },
    { name: 'to', words: to && `Before ${formatLocal(Date.parse(to))}` },
  ].filter(({ words }) => words !== undefined)
  if (conditions.length === 0) return null
  return (
    <ul className={styles.further} aria-label="Further conditions">
      {conditions.map(({ name, words }) => (
        <li key={name}>
          {words}
          <Button
            kind="quiet"
            icon="close"
            aria-label={`Take away: ${words}`}
            onClick={() => onChange({ [name]: undefined })}
          />
        </li>
      ))}
    </ul>
  )
}
