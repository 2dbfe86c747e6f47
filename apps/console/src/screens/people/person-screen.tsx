import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type FreezeReport, type Person, personQuery, userFreezeQuery } from '../../api/people.ts'
import { useMay } from '../../api/session.ts'
import { Icon } from '../../design/icon.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { roleName } from '../../design/role-name.ts'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { FreezeActs } from './freeze-acts.tsx'
import { FreezePanel } from './freeze-panel.tsx'
import { KeyList } from './key-list.tsx'
import styles from './people.module.css'
import { PersonState } from './person-list.tsx'
import { OWN_SESSION_COLUMNS } from './session-columns.tsx'
import { SessionList } from './session-list.tsx'

const route = getRouteApi('/people/$subject')

/** One person: whether they are frozen, their sessions, their keys and limits. */
export function PersonScreen() {
  const { subject } = route.useParams()
  const { act } = route.useSearch()
  const navigate = route.useNavigate()
  const [report, setReport] = useState<FreezeReport>()
  const query = useQuery(personQuery(subject))
  const freeze = useQuery({ ...userFreezeQuery(subject), enabled: useMay('view-user-freeze') && query.isSuccess })
  const person = query.data
  const name = person?.username ?? subject
  const target = { kind: 'user', sub: subject } as const
  return (
    <Page
      title={name}
      back={<BackToPeople />}
      lead={person !== undefined && <PersonLead person={person} />}
      actions={
        person !== undefined && (
          <FreezeActs
            target={target}
            name={name}
            state={person.state}
            act={act}
            onAct={(next) => void navigate({ search: { act: next }, replace: true })}
            onReport={setReport}
          />
        )
      }
    >
      {query.isPending && <Loading>Looking for this person …</Loading>}
      {query.isError && <Failed error={query.error} doing="find this person" onRetry={() => void query.refetch()} />}
      {person?.freeze !== undefined && (
        <FreezePanel title="Freeze" freeze={person.freeze} gateways={freeze.data?.gateways} report={report} />
      )}
      {person !== undefined && <PersonLists subject={subject} />}
    </Page>
  )
}

function PersonLists({ subject }: { readonly subject: string }) {
  return (
    <>
      {useMay('list-sessions') && (
        <Panel title="Sessions" isFlush className={styles.sessions}>
          <SessionList
            filter={{ user: subject }}
            columns={OWN_SESSION_COLUMNS}
            empty={
              <Empty icon="people" title="No open session">
                A freeze of the person stops the sessions to come as well.
              </Empty>
            }
          />
        </Panel>
      )}
      <KeyList owner={subject} />
    </>
  )
}

/** The way back to the list. */
export function BackToPeople() {
  return (
    <Link to="/people">
      <Icon name="back" size={14} /> People and sessions
    </Link>
  )
}

function PersonLead({ person }: { readonly person: Person }) {
  const { sub, email, departments, roles, sessions } = person
  return (
    <span className={styles.lead}>
      <PersonState person={person} />
      <span>
        Subject <code>{sub}</code>
      </span>
      {[email, departments.join(', '), roles.map(roleName).join(', ')].filter(Boolean).map((words) => (
        <span key={words}>{words}</span>
      ))}
      <span>{sessions === 1 ? '1 open session' : `${sessions} open sessions`}</span>
    </span>
  )
}
