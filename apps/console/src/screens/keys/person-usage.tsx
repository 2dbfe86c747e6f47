import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { now } from '../../adapters/clock.ts'
import { type UsageRow, usageQuery } from '../../api/usage.ts'
import { FilterBar, SearchField } from '../../design/field.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { type Column, DataTable } from '../../design/table.tsx'
import { formatMoney } from './amounts.ts'
import styles from './keys.module.css'

const route = getRouteApi('/keys')

const COLUMNS: readonly Column<UsageRow>[] = [
  {
    id: 'person',
    header: 'Person',
    cell: ({ name }) =>
      name === undefined ? (
        <span className={styles.quiet}>erased persons</span>
      ) : (
        <div className={styles.who}>
          <Link to="/keys/people/$subject" params={{ subject: name }}>
            {name}
          </Link>
        </div>
      ),
  },
  {
    id: 'requests',
    header: 'Requests',
    width: '7.5rem',
    align: 'end',
    cell: ({ requests }) => requests.toLocaleString(),
  },
  {
    id: 'cached',
    header: 'From the cache',
    width: '9rem',
    align: 'end',
    isWideOnly: true,
    cell: ({ cache_hits: hits }) => hits.toLocaleString(),
  },
  {
    id: 'tokens',
    header: 'Tokens',
    width: '9rem',
    align: 'end',
    isWideOnly: true,
    cell: ({ input_tokens: input, output_tokens: output }) => (input + output).toLocaleString(),
  },
  {
    id: 'spent',
    header: 'Spent',
    width: '8rem',
    align: 'end',
    cell: ({ cost_micros: micros, currency }) => formatMoney(micros, currency),
  },
]

/** Who has used what in this month, the dearest first, and the way to anybody's limits. */
export function PersonUsage() {
  const navigate = route.useNavigate()
  return (
    <>
      <FilterBar>
        <SearchField
          label="Limits of a person"
          placeholder="Anybody’s limits: the whole subject"
          value=""
          onSearch={(subject) => subject && void navigate({ to: '/keys/people/$subject', params: { subject } })}
        />
      </FilterBar>
      <Rows />
    </>
  )
}

function Rows() {
  const navigate = route.useNavigate()
  const [today] = useState(() => new Date(now()).toISOString().slice(0, '2026-11-01'.length))
  const query = useQuery(usageQuery({ from: `${today.slice(0, -2)}01`, to: today, by: 'user' }))
  if (query.isError)
    return <Failed error={query.error} doing="load what was used" onRetry={() => void query.refetch()} />
  if (query.isPending) return <Loading>Adding up what was used …</Loading>
  if (query.data.data.length === 0) {
    return (
      <Empty icon="people" title="Nobody has used anything in this month">
        What answers have cost is here seconds after their end.
      </Empty>
    )
  }
  return (
    <DataTable
      label="What people have used in this month"
      columns={COLUMNS}
      rows={query.data.data}
      idOf={({ name = '', currency = '' }) => `${name} ${currency}`}
      onOpen={({ name }) =>
        name !== undefined && void navigate({ to: '/keys/people/$subject', params: { subject: name } })
      }
    />
  )
}
