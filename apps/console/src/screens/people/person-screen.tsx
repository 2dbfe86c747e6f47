import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type FreezeReport, userFreezeQuery } from '../../api/people.ts'
import { useMay } from '../../api/session.ts'
import { Chip } from '../../design/chip.tsx'
import { Icon } from '../../design/icon.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { FreezeActs } from './freeze-acts.tsx'
import { FreezeFacts } from './freeze-facts.tsx'
import { FreezeReportPanel } from './freeze-report.tsx'
import { KeyList } from './key-list.tsx'
import styles from './people.module.css'
import { OWN_SESSION_COLUMNS } from './session-columns.tsx'
import { SessionList } from './session-list.tsx'

const route = getRouteApi('/people/$subject')

/** One person: whether they are frozen, their sessions, their keys and limits. */
export function PersonScreen() {
  const { subject } = route.useParams()
  const { act } = route.useSearch()
  const navigate = route.useNavigate()
  const [report, setReport] = useState<FreezeReport>()
  const query = useQuery({ ...userFreezeQuery(subject), enabled: useMay('view-user-freeze') })
  const state = query.data?.state ?? 'active'
  const name = query.data?.user.username ?? subject
  const target = { kind: 'user', sub: subject } as const
  return (
    <Page
      title={name}
      back={<BackToPeople />}
      lead={query.data !== undefined && <PersonLead state={state} subject={subject} sessions={query.data.sessions} />}
      actions={
        query.data !== undefined && (
          <FreezeActs
            target={target}
            name={name}
            state={state}
            act={act}
            onAct={(next) => void navigate({ search: { act: next }, replace: true })}
            onReport={setReport}
          />
        )
      }
    >
      {report !== undefined && <FreezeReportPanel report={report} target={target} />}
      {query.isLoading && <Loading>Asking whether this person is frozen …</Loading>}
      {query.isError && <Failed error={query.error} doing="find this person" onRetry={() => void query.refetch()} />}
      {query.data?.freeze !== undefined && <FreezeFacts title="Last freeze or unfreeze" freeze={query.data.freeze} />}
      {!query.isError && (
        <>
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
          <KeyList owner={subject} />
        </>
      )}
    </Page>
  )
}

/** The way back to the list. */
export function BackToPeople() {
  return (
    <Link to="/people" className={styles.back}>
      <Icon name="back" size={14} /> People and sessions
    </Link>
  )
}

interface PersonLeadProps {
  readonly state: 'active' | 'frozen'
  readonly subject: string
  readonly sessions: number
}

function PersonLead({ state, subject, sessions }: PersonLeadProps) {
  return (
    <span className={styles.lead}>
      <Chip tone={state === 'frozen' ? 'danger' : 'good'}>{state === 'frozen' ? 'Frozen' : 'Active'}</Chip>
      <span>
        Subject <code>{subject}</code>
      </span>
      <span>{sessions === 1 ? '1 open session' : `${sessions} open sessions`}</span>
    </span>
  )
}
