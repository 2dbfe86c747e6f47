import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Codename, codenamesQuery } from '../../api/codenames.ts'
import { useMay } from '../../api/session.ts'
import { buttonClass } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { FilterBar, SearchField, SelectField } from '../../design/field.tsx'
import { useKey } from '../../design/keys.ts'
import { Page } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { type Column, DataTable } from '../../design/table.tsx'
import styles from './codenames.module.css'
import { Registry } from './registry.tsx'

const route = getRouteApi('/codenames')
const ANY = ''

const COLUMNS: readonly Column<Codename>[] = [
  { id: 'term', header: 'Codename', cell: ({ term }) => <b>{term}</b> },
  {
    id: 'aliases',
    header: 'Also written',
    cell: ({ aliases }) => <span className={styles.quiet}>{aliases.join(', ') || '–'}</span>,
  },
  {
    id: 'department',
    header: 'Department',
    isWideOnly: true,
    cell: ({ department }) => department ?? <span className={styles.quiet}>all</span>,
  },
  {
    id: 'class',
    header: 'Class',
    width: '10rem',
    isWideOnly: true,
    cell: ({ class: name }) => (name === undefined ? <span className={styles.quiet}>–</span> : <Chip>{name}</Chip>),
  },
  {
    id: 'replacement',
    header: 'Shown instead',
    isWideOnly: true,
    cell: ({ replacement }) => replacement ?? <span className={styles.quiet}>a token</span>,
  },
]

/** The words that never leave the house as they are, by department. */
export function CodenamesScreen() {
  const { department, find = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const mayUpload = useMay('write-private-semantic-map')
  const everything = useInfiniteQuery(codenamesQuery(undefined))
  const registry = everything.data?.pages[0]
  useKey({ key: 'u', label: 'Upload codenames' }, () => void navigate({ to: '/codenames/upload' }), mayUpload)
  const options = [
    { value: ANY, label: `All (${(registry?.total ?? 0).toLocaleString()})` },
    ...Object.entries(registry?.departments ?? {})
      .filter(([name]) => name !== '')
      .map(([value, count]) => ({ value, label: `${value} (${count.toLocaleString()})` })),
  ]
  return (
    <Page
      title="Codenames"
      lead="Words of your own that never leave as they are: projects, products, customers."
      isFilled
      actions={
        mayUpload && (
          <Link to="/codenames/upload" className={buttonClass('primary')}>
            Upload
          </Link>
        )
      }
    >
      {registry !== undefined && <Registry registry={registry} />}
      <FilterBar>
        <SelectField
          label="Department"
          value={department ?? ANY}
          options={options}
          onChange={(next) => void navigate({ search: (old) => ({ ...old, department: next || undefined }) })}
        />
        <SearchField
          label="Find a codename"
          placeholder="Codename or another way to write it"
          value={find}
          onSearch={(next) => void navigate({ search: (old) => ({ ...old, find: next || undefined }), replace: true })}
        />
      </FilterBar>
      <Terms department={department} find={find} mayUpload={mayUpload} />
    </Page>
  )
}

interface TermsProps {
  readonly department: string | undefined
  readonly find: string
  readonly mayUpload: boolean
}

function Terms({ department, find, mayUpload }: TermsProps) {
  const query = useInfiniteQuery(codenamesQuery(department))
  const all = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data])
  const rows = useMemo(() => all.filter((codename) => matches(codename, find.toLowerCase())), [all, find])
  if (query.isPending) return <Loading>Fetching the codenames; that you read them is on record …</Loading>
  if (query.isError)
    return <Failed error={query.error} doing="load the codenames" onRetry={() => void query.refetch()} />
  if (rows.length === 0 && !query.hasNextPage) {
    return <Nothing isFiltered={find !== '' || department !== undefined} mayUpload={mayUpload} />
  }
  return (
    <DataTable
      label="Codenames"
      columns={COLUMNS}
      rows={rows}
      idOf={({ term }) => term}
      onEnd={query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined}
    />
  )
}

function Nothing({ isFiltered, mayUpload }: { readonly isFiltered: boolean; readonly mayUpload: boolean }) {
  if (isFiltered) {
    return (
      <Empty icon="search" title="Nothing matches">
        Empty the search with Escape, or choose another department.
      </Empty>
    )
  }
  return (
    <Empty icon="codenames" title="No codename yet">
      {mayUpload ? (
        <>
          <Link to="/codenames/upload">Upload a list</Link>, as CSV or JSON.
        </>
      ) : (
        'Whoever looks after AI governance uploads the list; that of your departments appears here.'
      )}
    </Empty>
  )
}

function matches({ term, aliases }: Codename, find: string): boolean {
  return [term, ...aliases].some((text) => text.toLowerCase().includes(find))
}
