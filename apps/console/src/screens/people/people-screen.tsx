import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { FilterBar, SearchField, Segments } from '../../design/field.tsx'
import { Page } from '../../design/page.tsx'
import { Empty } from '../../design/states.tsx'
import { PersonList } from './person-list.tsx'
import { SESSION_COLUMNS } from './session-columns.tsx'
import { SessionList } from './session-list.tsx'

const route = getRouteApi('/people')

const VIEWS = [
  { value: 'people', label: 'People' },
  { value: 'sessions', label: 'Sessions' },
] as const

const STATES = [
  { value: 'any', label: 'All' },
  { value: 'frozen', label: 'Frozen' },
] as const

/** Everybody of the tenant, and the sessions that are open; each for the roles that may see it. */
export function PeopleScreen() {
  const { view, user = '', state } = route.useSearch()
  const navigate = route.useNavigate()
  const maySeePeople = useMay('list-users')
  const maySeeSessions = useMay('list-sessions')
  const shown = view ?? (maySeePeople ? 'people' : 'sessions')
  return (
    <Page title="People and sessions" lead="Who may use models, who does now, and who has been stopped." isFilled>
      <FilterBar>
        {maySeePeople && maySeeSessions && (
          <Segments
            label="View"
            value={shown}
            options={VIEWS}
            onChange={(next) => void navigate({ search: (old) => ({ ...old, view: next }) })}
          />
        )}
        <SearchField
          label="Find a person"
          placeholder={shown === 'people' ? 'Subject, name or e-mail begins with' : 'Subject, name or e-mail, whole'}
          value={user}
          onSearch={(next) => void navigate({ search: (old) => ({ ...old, user: next || undefined }) })}
        />
        <Segments
          label="State"
          value={state === 'frozen' ? state : 'any'}
          options={STATES}
          onChange={(next) =>
            void navigate({ search: (old) => ({ ...old, state: next === 'any' ? undefined : next }) })
          }
        />
      </FilterBar>
      {shown === 'people' ? (
        <PersonList search={user} isFrozen={state === 'frozen'} />
      ) : (
        <SessionList
          filter={{ user: user || undefined, state }}
          columns={SESSION_COLUMNS}
          empty={<NoSessions user={user} isFiltered={state !== undefined} seesAll={maySeePeople} />}
        />
      )}
    </Page>
  )
}

interface NoSessionsProps {
  readonly user: string
  readonly isFiltered: boolean
  /** Whether the reader is shown the sessions of everybody. */
  readonly seesAll: boolean
}

function NoSessions({ user, isFiltered, seesAll }: NoSessionsProps) {
  if (!seesAll) {
    return (
      <Empty icon="people" title="No open session that you may see">
        Your role is shown those of its own departments. A SOC Analyst or the CISO sees all of them.
      </Empty>
    )
  }
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
