import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { pendingApprovalsQuery } from '../../api/approvals.ts'
import { LevelChip } from '../../design/chip.tsx'
import { Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import styles from './overview.module.css'

const SHOWN = 6

/** The newest requests that wait for a human. */
export function WaitingPanel() {
  const query = useQuery(pendingApprovalsQuery)
  return (
    <Panel title="Waiting for a human" aside={<Link to="/approvals">All approvals</Link>}>
      {query.isPending && <Loading>Fetching what waits …</Loading>}
      {query.isError && <Failed error={query.error} doing="load what waits" onRetry={() => void query.refetch()} />}
      {query.data?.data.length === 0 && (
        <Empty icon="check" title="Nobody waits for you">
          Requests appear here as they are held.
        </Empty>
      )}
      <ul className={styles.waiting}>
        {query.data?.data.slice(0, SHOWN).map((approval) => (
          <li key={approval.id}>
            <Link to="/approvals/$approvalId" params={{ approvalId: approval.id }}>
              {approval.requester.username} wants to {approval.category_name.replaceAll('-', ' ')}
            </Link>
            <code className={styles.id} title={approval.id}>
              {approval.id.slice(0, 8)}
            </code>
            <LevelChip level={approval.tile.level} />
            <Time at={approval.created_at} isRelative />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
