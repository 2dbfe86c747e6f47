import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo } from 'react'
import { type SessionFilter, type SessionRow, sessionsQuery } from '../../api/people.ts'
import { Failed, Loading } from '../../design/states.tsx'
import { type Column, DataTable } from '../../design/table.tsx'

interface SessionListProps {
  readonly filter: SessionFilter
  readonly columns: readonly Column<SessionRow>[]
  /** Shown where there are none. */
  readonly empty: ReactNode
}

/** Lists sessions as far as the role may see them. */
export function SessionList({ filter, columns, empty }: SessionListProps) {
  const navigate = useNavigate()
  const query = useInfiniteQuery(sessionsQuery(filter))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data])
  // One request looks through a bounded number of sessions: a page may be empty with more to come.
  const mustGoOn = rows.length === 0 && hasNextPage && !isFetchingNextPage
  useEffect(() => {
    if (mustGoOn) void fetchNextPage()
  }, [mustGoOn, fetchNextPage])
  if (query.isError)
    return <Failed error={query.error} doing="load the sessions" onRetry={() => void query.refetch()} />
  if (query.isPending || (rows.length === 0 && hasNextPage)) return <Loading>Looking for sessions …</Loading>
  if (rows.length === 0) return empty
  return (
    <DataTable
      label="Sessions"
      columns={columns}
      rows={rows}
      idOf={({ id }) => String(id)}
      onOpen={({ id }) => void navigate({ to: '/people/sessions/$sessionId', params: { sessionId: String(id) } })}
      onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
    />
  )
}
