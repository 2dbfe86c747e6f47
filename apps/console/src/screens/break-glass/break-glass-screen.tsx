import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type BreakGlassRequest, breakGlassQuery } from '../../api/break-glass.ts'
import { useMay } from '../../api/session.ts'
import { Button } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { FilterBar, Segments } from '../../design/field.tsx'
import { useKey } from '../../design/keys.ts'
import { Page } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { type Column, DataTable } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import styles from './break-glass.module.css'
import { keyOf, stateWords } from './grant-words.ts'
import { OpenDialog } from './open-dialog.tsx'

const route = getRouteApi('/break-glass')

const KINDS = [
  { value: 'requests', label: 'Requests' },
  { value: 'drills', label: 'Drills' },
] as const

const COLUMNS: readonly Column<BreakGlassRequest>[] = [
  {
    id: 'reason',
    header: 'Why',
    cell: ({ id, reason, drill, session_id: session, user }) => (
      <div className={styles.why}>
        <Link to="/break-glass/$requestId" params={{ requestId: id }}>
          {reason}
        </Link>
        <span>{drill ? 'Synthetic values' : `Session ${session}${user === undefined ? '' : ` of ${user}`}`}</span>
      </div>
    ),
  },
  { id: 'first', header: 'First key', width: '9rem', isWideOnly: true, cell: ({ opened }) => keyOf(opened.by) },
  {
    id: 'second',
    header: 'Second key',
    width: '9rem',
    isWideOnly: true,
    cell: ({ confirmed }) => (confirmed === undefined ? 'not turned' : keyOf(confirmed.by)),
  },
  { id: 'asked', header: 'Opened', width: '8.5rem', cell: ({ opened }) => <Time at={opened.at} isRelative /> },
  {
    id: 'state',
    header: 'State',
    width: '11rem',
    cell: ({ state }) => <Chip tone={stateWords(state).tone}>{stateWords(state).words}</Chip>,
  },
]

/** Requests to see what stood behind the tokens of a session: two persons, two roles, an hour at most. */
export function BreakGlassScreen() {
  const { kind = 'requests', act } = route.useSearch()
  const navigate = route.useNavigate()
  const mayOpen = useMay('open-break-glass')
  const begin = (next: 'open' | 'drill' | undefined) =>
    void navigate({ search: (old) => ({ ...old, act: next }), replace: true })
  useKey({ key: 'o', label: 'Open a request' }, () => begin('open'), mayOpen)
  return (
    <Page
      title="Break-glass"
      lead="Two persons of two roles can see the original values of one session, for an hour at most."
      isFilled
      actions={
        mayOpen && (
          <>
            <Button onClick={() => begin('drill')}>Begin a drill</Button>
            <Button kind="primary" icon="break-glass" onClick={() => begin('open')}>
              Turn the first key
            </Button>
          </>
        )
      }
    >
      <FilterBar>
        <Segments
          label="Kind"
          value={kind}
          options={KINDS}
          onChange={(next) => void navigate({ search: (old) => ({ ...old, kind: next }) })}
        />
      </FilterBar>
      <Requests isDrill={kind === 'drills'} />
      <OpenDialog act={act} onClose={() => begin(undefined)} />
    </Page>
  )
}

function Requests({ isDrill }: { readonly isDrill: boolean }) {
  const navigate = route.useNavigate()
  const query = useInfiniteQuery(breakGlassQuery(isDrill))
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data])
  if (query.isPending) return <Loading>Fetching break-glass requests …</Loading>
  if (query.isError)
    return <Failed error={query.error} doing="load the requests" onRetry={() => void query.refetch()} />
  const lastDrill = query.data.pages[0]?.last_drill_at
  return (
    <>
      {isDrill && (
        <p className={styles.lastDrill}>
          {lastDrill === undefined ? 'No drill has succeeded yet.' : 'A drill last succeeded '}
          {lastDrill !== undefined && <Time at={lastDrill} isRelative />}
        </p>
      )}
      {rows.length === 0 ? (
        <Nothing isDrill={isDrill} />
      ) : (
        <DataTable
          label={isDrill ? 'Drills' : 'Break-glass requests'}
          columns={COLUMNS}
          rows={rows}
          idOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/break-glass/$requestId', params: { requestId: id } })}
          onEnd={query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined}
        />
      )}
    </>
  )
}

function Nothing({ isDrill }: { readonly isDrill: boolean }) {
  if (isDrill) {
    return (
      <Empty icon="break-glass" title="The way has not been tried">
        Begin a drill: it writes values that belong to nobody, and two persons read them. Once a month is a good habit.
      </Empty>
    )
  }
  return (
    <Empty icon="check" title="Nobody has asked for original values">
      Legal Counsel or a CISO turns the first key, a person of the other role the second.
    </Empty>
  )
}
