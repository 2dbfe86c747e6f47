import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Records } from '../../api/client.ts'
import { type FreezeReport, sessionDetailQuery } from '../../api/people.ts'
import { useMay } from '../../api/session.ts'
import { Chip } from '../../design/chip.tsx'
import { Facts, Page, Panel } from '../../design/page.tsx'
import { Failed, Loading, Notice } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import { FreezeActs } from './freeze-acts.tsx'
import { FreezePanel } from './freeze-panel.tsx'
import styles from './people.module.css'
import { BackToPeople } from './person-screen.tsx'

const route = getRouteApi('/people/sessions/$sessionId')

/** One session: whose it is, by which client, whether it is frozen. */
export function SessionScreen() {
  const id = Number(route.useParams().sessionId)
  const { act } = route.useSearch()
  const navigate = route.useNavigate()
  const [report, setReport] = useState<FreezeReport>()
  const mayView = useMay('view-session')
  const query = useQuery({ ...sessionDetailQuery(id), enabled: mayView })
  const session = query.data
  const target = { kind: 'session', id } as const
  return (
    <Page
      title={`Session ${id}`}
      back={<BackToPeople />}
      lead={session !== undefined && <SessionLead session={session} />}
      actions={
        (session !== undefined || !mayView) && (
          <FreezeActs
            target={target}
            name={`session ${id}`}
            state={session?.freeze.session?.state ?? 'active'}
            act={act}
            onAct={(next) => void navigate({ search: { act: next }, replace: true })}
            onReport={setReport}
          />
        )
      }
    >
      {!mayView && (
        <Notice tone="info">Your role may freeze this session and see its state in the list, but not view it.</Notice>
      )}
      {query.isLoading && <Loading>Fetching the session …</Loading>}
      {query.isError && <Failed error={query.error} doing="load this session" onRetry={() => void query.refetch()} />}
      {session !== undefined && <SessionPanels session={session} report={report} />}
    </Page>
  )
}

function SessionLead({ session }: { readonly session: Records['Session'] }) {
  return (
    <span className={styles.lead}>
      <Chip tone={session.state === 'frozen' ? 'danger' : 'good'}>
        {session.state === 'frozen' ? 'Frozen' : 'Active'}
      </Chip>
      <span>
        of{' '}
        <Link to="/people/$subject" params={{ subject: session.user.sub }}>
          {session.user.username ?? session.user.sub}
        </Link>
      </span>
    </span>
  )
}

interface SessionPanelsProps {
  readonly session: Records['Session']
  readonly report: FreezeReport | undefined
}

function SessionPanels({ session, report }: SessionPanelsProps) {
  const { session: own, user } = session.freeze
  return (
    <>
      <Panel title="The session">
        <Facts
          facts={[
            ['Client', session.client],
            ['Named', session.name ?? 'the default session of its client'],
            ['Departments', session.departments.join(', ') || 'none'],
            ['Begun', <Time key="begun" at={session.created_at} />],
            ['Last used', <Time key="used" at={session.last_seen_at} />],
          ]}
        />
      </Panel>
      {own !== undefined && <FreezePanel title="Freeze of this session" freeze={own} report={report} />}
      {user !== undefined && <FreezePanel title="Freeze of its user" freeze={user} />}
    </>
  )
}
