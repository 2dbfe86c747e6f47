import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Policy, policiesQuery } from '../../api/policies.ts'
import { useMay } from '../../api/session.ts'
import { Button } from '../../design/button.tsx'
import { FilterBar, SearchField, Segments } from '../../design/field.tsx'
import { useKey } from '../../design/keys.ts'
import { Page } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { type Column, DataTable } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import styles from './policies.module.css'
import { PolicyChips } from './policy-chips.tsx'

const route = getRouteApi('/policies')

const COLUMNS: readonly Column<Policy>[] = [
  {
    id: 'policy',
    header: 'Policy',
    cell: ({ id, description }) => (
      <div className={styles.policy}>
        <Link to="/policies/$policyId" params={{ policyId: id }}>
          {id}
        </Link>
        <span>{description}</span>
      </div>
    ),
  },
  { id: 'kind', header: 'Kind', width: '15rem', isWideOnly: true, cell: (policy) => <PolicyChips policy={policy} /> },
  {
    id: 'changed',
    header: 'Changed',
    width: '13rem',
    isWideOnly: true,
    cell: ({ changed_at: at, changed_by: by, version }) =>
      at === undefined ? (
        <span className={styles.quiet}>ships with the product</span>
      ) : (
        <div className={styles.changed}>
          <Time at={at} isRelative />
          <span>
            version {version} by {by}
          </span>
        </div>
      ),
  },
]

/** Every policy that decides for the tenant: those of its own, and those that ship with the product. */
export function PoliciesScreen() {
  const { origin, find = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay('write-policy')
  const create = () => void navigate({ to: '/new-policy' })
  useKey({ key: 'n', label: 'Write a new policy' }, create, mayWrite)
  return (
    <Page
      title="Policies"
      lead="What decides who may do what, with which data, at which endpoint. Written in Cedar."
      isFilled
      actions={
        mayWrite && (
          <Button kind="primary" onClick={create}>
            New policy
          </Button>
        )
      }
    >
      <FilterBar>
        <Segments
          label="Origin"
          value={origin ?? 'any'}
          options={[
            { value: 'any', label: 'All' },
            { value: 'stored', label: 'Your own' },
            { value: 'built-in', label: 'Built-in' },
          ]}
          onChange={(next) =>
            void navigate({ search: (old) => ({ ...old, origin: next === 'any' ? undefined : next }) })
          }
        />
        <SearchField
          label="Find a policy"
          placeholder="Id, description or text"
          value={find}
          onSearch={(next) => void navigate({ search: (old) => ({ ...old, find: next || undefined }), replace: true })}
        />
      </FilterBar>
      <List origin={origin} find={find} />
    </Page>
  )
}

interface ListProps {
  readonly origin: Policy['origin'] | undefined
  readonly find: string
}

function List({ origin, find }: ListProps) {
  const navigate = route.useNavigate()
  const query = useQuery(policiesQuery)
  const rows = useMemo(
    () => (query.data ?? []).filter((policy) => matches(policy, origin, find.toLowerCase())),
    [query.data, origin, find],
  )
  if (query.isPending) return <Loading>Fetching the policies …</Loading>
  if (query.isError)
    return <Failed error={query.error} doing="load the policies" onRetry={() => void query.refetch()} />
  if (rows.length === 0) return <Nothing isFiltered={find !== ''} />
  return (
    <DataTable
      label="Policies"
      columns={COLUMNS}
      rows={rows}
      idOf={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: '/policies/$policyId', params: { policyId: id } })}
    />
  )
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty icon="search" title="Nothing matches">
        Empty the search with Escape, or look among all policies.
      </Empty>
    )
  }
  return (
    <Empty icon="policies" title="No policy of your own yet">
      The built-in ones decide by themselves. Write one to hold, forbid or ask for a reason in more cases.
    </Empty>
  )
}

function matches(policy: Policy, origin: Policy['origin'] | undefined, find: string): boolean {
  if (origin !== undefined && policy.origin !== origin) return false
  return [policy.id, policy.description, policy.text].some((text) => text.toLowerCase().includes(find))
}
