import { getRouteApi } from '@tanstack/react-router'
import { FilterBar, SearchField, Segments } from '../../design/field.tsx'
import { Page } from '../../design/page.tsx'
import { Empty } from '../../design/states.tsx'
import { FoundPerson } from './found-person.tsx'
import { SESSION_COLUMNS } from './session-columns.tsx'
import { SessionList } from './session-list.tsx'

const route = getRouteApi('/people')

const VIEWS = [
  { value: 'any', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'frozen', label: 'Frozen' },
] as const

/** The sessions that are open, and the search for a person. */
export function PeopleScreen() {
  const { user = '', state } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page title="People and sessions" lead="Who is using models now, and who has been stopped." isFilled>
      <FilterBar>
        <SearchField
          label="Find a person"
          placeholder="Subject, user name or e-mail address, whole"
          value={user}
          onSearch={(next) => void navigate({ search: (old) => ({ ...old, user: next || undefined }) })}
        />
        <Segments
          label="State"
          value={state ?? 'any'}
          options={VIEWS}
          onChange={(next) =>
            void navigate({ search: (old) => ({ ...old, state: next === 'any' ? undefined : next }) })
          }
        />
      </FilterBar>
      {user !== '' && <FoundPerson user={user} />}
      <SessionList
        filter={{ user: user || undefined, state }}
        columns={SESSION_COLUMNS}
        empty={<NoSessions user={user} isFiltered={state !== undefined} />}
      />
    </Page>
  )
}

function NoSessions({ user, isFiltered }: { readonly user: string; readonly isFiltered: boolean }) {
  if (user !== '') {
    return (
      <Empty icon="search" title={`No open session of “${user}”`}>
        Write the whole subject, user name or e-mail address. Sessions that have ended are not listed.
      </Empty>
    )
  }
  return (
    <Empty icon="people" title={isFiltered ? 'None in this state' : 'Nobody is using a model now'}>
      A session appears here with its first request.
    </Empty>
  )
}
