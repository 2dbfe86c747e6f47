import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { type Person, peopleQuery } from '../../api/people.ts'
import { Chip } from '../../design/chip.tsx'
import { roleName } from '../../design/role-name.ts'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { type Column, DataTable } from '../../design/table.tsx'
import styles from './people.module.css'

const COLUMNS: readonly Column<Person>[] = [
  {
    id: 'person',
    header: 'Person',
    cell: ({ sub, username, email }) => (
      <div className={styles.who}>
        <Link to="/people/$subject" params={{ subject: sub }} className={styles.person}>
          {username ?? sub}
        </Link>
        <span>{email ?? sub}</span>
      </div>
    ),
  },
  { id: 'departments', header: 'Departments', isWideOnly: true, cell: ({ departments }) => departments.join(', ') },
  { id: 'roles', header: 'Roles', isWideOnly: true, cell: ({ roles }) => roles.map(roleName).join(', ') },
  {
    id: 'sessions',
    header: 'Open sessions',
    width: '8.5rem',
    align: 'end',
    isWideOnly: true,
    cell: ({ sessions }) => sessions,
  },
  { id: 'state', header: 'State', width: '8rem', cell: (person) => <PersonState person={person} /> },
]

/** Whether a person is frozen, and else whether the directory has them as active. */
export function PersonState({ person }: { readonly person: Pick<Person, 'state' | 'active' | 'known'> }) {
  if (person.state === 'frozen') return <Chip tone="danger">Frozen</Chip>
  if (!person.known) return <Chip>Unknown</Chip>
  return person.active ? <Chip tone="good">Active</Chip> : <Chip>Not active</Chip>
}

/** Lists people of the Users store. */
export function PersonList({ search, isFrozen }: { readonly search: string; readonly isFrozen: boolean }) {
  const navigate = useNavigate()
  const query = useInfiniteQuery(peopleQuery({ search: search || undefined, isFrozen }))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data])
  // Of the frozen a page may hold fewer than asked for, even none.
  const mustGoOn = rows.length === 0 && hasNextPage && !isFetchingNextPage
  useEffect(() => {
    if (mustGoOn) void fetchNextPage()
  }, [mustGoOn, fetchNextPage])
  if (query.isError) {
    return <Failed error={query.error} doing="load the people" onRetry={() => void query.refetch()} />
  }
  if (query.isPending || (rows.length === 0 && hasNextPage)) return <Loading>Looking for people …</Loading>
  if (rows.length === 0) return <Nobody search={search} isFrozen={isFrozen} />
  return (
    <DataTable
      label="People"
      columns={COLUMNS}
      rows={rows}
      idOf={({ sub }) => sub}
      onOpen={({ sub }) => void navigate({ to: '/people/$subject', params: { subject: sub } })}
      onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
    />
  )
}

function Nobody({ search, isFrozen }: { readonly search: string; readonly isFrozen: boolean }) {
  if (search !== '') {
    return (
      <Empty icon="search" title={`Nobody begins with “${search}”`}>
        Write the beginning of a subject, a user name or an e-mail address{isFrozen && ', or look among all people'}.
      </Empty>
    )
  }
  return isFrozen ? (
    <Empty icon="check" title="Nobody is frozen">
      Open a person and press f to freeze them.
    </Empty>
  ) : (
    <Empty icon="people" title="No people yet">
      The identity sync brings them from your directory; see docs/identity-sync.md.
    </Empty>
  )
}
