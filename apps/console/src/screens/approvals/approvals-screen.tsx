import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Approval, approvalsQuery } from '../../api/approvals.ts'
import { useWaitingCount } from '../../app/waiting-count.ts'
import { CategoryChip, LevelChip } from '../../design/chip.tsx'
import { FilterBar, SearchField, Segments, SelectField } from '../../design/field.tsx'
import { Page } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { type Column, DataTable } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import styles from './approvals.module.css'
import { StateChip } from './state-chip.tsx'

const route = getRouteApi('/approvals')

const VIEWS = [
  { value: 'pending', label: 'Waiting' },
  { value: 'done', label: 'Done' },
  { value: 'denied', label: 'Denied' },
  { value: 'expired', label: 'Expired' },
  { value: 'failed', label: 'Failed' },
  { value: 'any', label: 'All' },
] as const

const CATEGORIES = [
  { value: 'any', label: 'Anything' },
  { value: 'E', label: 'E communicate' },
  { value: 'F', label: 'F transact' },
  { value: 'G', label: 'G administer' },
  { value: 'H', label: 'H decide about people' },
] as const

/** So much of an id tells two requests of one user apart. */
function shortId(id: string): string {
  return id.slice(0, 8)
}

const COLUMNS: readonly Column<Approval>[] = [
  {
    id: 'who',
    header: 'Who',
    cell: ({ id, requester }) => (
      <div className={styles.who}>
        <Link to="/approvals/$approvalId" params={{ approvalId: id }}>
          {requester.username}
        </Link>
        <span className={styles.which}>
          <span>{requester.departments.join(', ')}</span>
          <code title={id}>{shortId(id)}</code>
        </span>
      </div>
    ),
  },
  {
    id: 'what',
    header: 'Wants to',
    width: '9rem',
    cell: ({ category, category_name: name }) => <CategoryChip category={category} name={name} />,
  },
  {
    id: 'level',
    header: 'Data',
    width: '9rem',
    isWideOnly: true,
    cell: ({ tile }) => <LevelChip level={tile.level} />,
  },
  { id: 'model', header: 'Model', isWideOnly: true, cell: ({ model }) => model },
  { id: 'asked', header: 'Asked', width: '7rem', cell: ({ created_at: at }) => <Time at={at} isRelative /> },
  { id: 'state', header: 'State', width: '9.5rem', isWideOnly: true, cell: ({ state }) => <StateChip state={state} /> },
]

/** The inbox: who asks what, newest first, following what happens. */
export function ApprovalsScreen() {
  const { state = 'pending', category, find = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const waiting = useWaitingCount()
  const options = VIEWS.map((view) => ({ ...view, count: view.value === 'pending' ? waiting : undefined }))
  return (
    <Page title="Approvals" lead="Requests that are not sent to a model before a human has agreed." isFilled>
      <FilterBar>
        <Segments
          label="State"
          value={state}
          options={options}
          onChange={(next) => void navigate({ search: (old) => ({ ...old, state: next }) })}
        />
        <SearchField
          label="Find a requester, model, rule or id"
          placeholder="Who, model, rule, id"
          value={find}
          onSearch={(next) => void navigate({ search: (old) => ({ ...old, find: next || undefined }), replace: true })}
        />
        <SelectField
          label="Wants to"
          value={category ?? 'any'}
          options={CATEGORIES}
          onChange={(next) =>
            void navigate({ search: (old) => ({ ...old, category: next === 'any' ? undefined : next }), replace: true })
          }
        />
      </FilterBar>
      <Inbox state={state} category={category} find={find} />
    </Page>
  )
}

interface InboxProps {
  readonly state: Approval['state'] | 'any'
  readonly category: Approval['category'] | undefined
  readonly find: string
}

function Inbox({ state, category, find }: InboxProps) {
  const navigate = route.useNavigate()
  const query = useInfiniteQuery(approvalsQuery(state === 'any' ? undefined : state))
  const all = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data])
  const rows = useMemo(
    () => all.filter((approval) => matches(approval, category, find.toLowerCase())),
    [all, category, find],
  )
  if (query.isPending) return <Loading>Fetching held requests …</Loading>
  if (query.isError)
    return <Failed error={query.error} doing="load the held requests" onRetry={() => void query.refetch()} />
  if (rows.length === 0) return <Nothing state={state} isFiltered={category !== undefined || find !== ''} />
  return (
    <DataTable
      label="Held requests"
      columns={COLUMNS}
      rows={rows}
      idOf={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: '/approvals/$approvalId', params: { approvalId: id } })}
      onEnd={query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined}
    />
  )
}

function Nothing({ state, isFiltered }: { readonly state: string; readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty icon="search" title="Nothing matches">
        Empty the search with Escape, or choose another state or category.
      </Empty>
    )
  }
  if (state === 'pending') {
    return (
      <Empty icon="check" title="Nobody waits for you">
        Requests that set out to move money, to administer or to decide about people appear here as they are held.
      </Empty>
    )
  }
  return (
    <Empty icon="approvals" title="None in this state">
      Choose another state to see what was decided.
    </Empty>
  )
}

function matches(approval: Approval, category: Approval['category'] | undefined, find: string): boolean {
  if (category !== undefined && approval.category !== category) return false
  const { id, requester, model, rule } = approval
  return [id, requester.username, requester.sub, model, rule, ...requester.departments].some((text) =>
    text.toLowerCase().includes(find),
  )
}
