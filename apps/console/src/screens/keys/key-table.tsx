import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { type ApiKey, type KeyFilter, keysQuery } from '../../api/keys.ts'
import { Chip, type Tone } from '../../design/chip.tsx'
import { FilterBar, SearchField, Segments } from '../../design/field.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { type Column, DataTable } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import { formatDay } from '../../design/time-words.ts'
import styles from './keys.module.css'

const route = getRouteApi('/keys')

const STATES = [
  { value: 'any', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'revoked', label: 'Revoked' },
] as const

const TONES: Readonly<Record<ApiKey['state'], Tone>> = { active: 'good', expired: 'neutral', revoked: 'danger' }
const WORDS: Readonly<Record<ApiKey['state'], string>> = { active: 'Active', expired: 'Expired', revoked: 'Revoked' }

/** Whether a key is good. */
export function KeyState({ state }: Pick<ApiKey, 'state'>) {
  return <Chip tone={TONES[state]}>{WORDS[state]}</Chip>
}

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    id: 'key',
    header: 'Key',
    cell: ({ id, name }) => (
      <div className={styles.who}>
        <Link to="/keys/$keyId" params={{ keyId: id }}>
          {name}
        </Link>
        <code>{id}</code>
      </div>
    ),
  },
  {
    id: 'owner',
    header: 'Acts for',
    cell: ({ owner, departments }) => (
      <div className={styles.who}>
        <strong>{owner}</strong>
        <span>{departments.join(', ') || 'no department'}</span>
      </div>
    ),
  },
  {
    id: 'used',
    header: 'Last used',
    width: '8.5rem',
    isWideOnly: true,
    cell: ({ last_used_on: day }) => (day === undefined ? <span className={styles.quiet}>never</span> : formatDay(day)),
  },
  {
    id: 'expires',
    header: 'Ends',
    width: '8.5rem',
    isWideOnly: true,
    cell: ({ expires_at: at }) => <Time at={at} isRelative />,
  },
  { id: 'state', header: 'State', width: '7rem', cell: ({ state }) => <KeyState state={state} /> },
]

/** Every key that the person may see, by owner and state. */
export function KeyTable() {
  const { owner = '', state, department } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <FilterBar>
        <SearchField
          label="Keys of a subject"
          placeholder="Whose keys: the whole subject"
          value={owner}
          onSearch={(next) => void navigate({ search: (old) => ({ ...old, owner: next || undefined }) })}
        />
        <Segments
          label="State"
          value={state ?? 'any'}
          options={STATES}
          onChange={(next) =>
            void navigate({ search: (old) => ({ ...old, state: next === 'any' ? undefined : next }) })
          }
        />
        {department !== undefined && (
          <button
            type="button"
            className={styles.filter}
            onClick={() => void navigate({ search: (old) => ({ ...old, department: undefined }) })}
          >
            Department {department} <span aria-hidden="true">×</span>
            <span className="visually-hidden">: show all departments</span>
          </button>
        )}
      </FilterBar>
      <KeyRows filter={{ owner: owner || undefined, department, state }} />
    </>
  )
}

function KeyRows({ filter }: { readonly filter: KeyFilter }) {
  const navigate = route.useNavigate()
  const query = useInfiniteQuery(keysQuery(filter))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data])
  // A page may be empty with more to come.
  const mustGoOn = rows.length === 0 && hasNextPage && !isFetchingNextPage
  useEffect(() => {
    if (mustGoOn) void fetchNextPage()
  }, [mustGoOn, fetchNextPage])
  if (query.isError) return <Failed error={query.error} doing="load the keys" onRetry={() => void query.refetch()} />
  if (query.isPending || (rows.length === 0 && hasNextPage)) return <Loading>Fetching the keys …</Loading>
  if (rows.length === 0) return <NoKeys filter={filter} />
  return (
    <DataTable
      label="API keys"
      columns={COLUMNS}
      rows={rows}
      idOf={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: '/keys/$keyId', params: { keyId: id } })}
      onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
    />
  )
}

function NoKeys({ filter }: { readonly filter: KeyFilter }) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return isFiltered ? (
    <Empty icon="search" title="No such key">
      Write the whole subject, or choose another state. Keys of departments that are not yours are not listed.
    </Empty>
  ) : (
    <Empty icon="keys" title="No key yet">
      People log in and need none. Machines, plug-ins of editors and build jobs come with a key.
    </Empty>
  )
}
