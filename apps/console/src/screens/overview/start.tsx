import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isDecided, type OwnApproval, ownApprovalsQuery } from '../../api/own-approvals.ts'
import { useSession } from '../../api/session.ts'
import { menuFor } from '../../app/menu.ts'
import { LevelChip } from '../../design/chip.tsx'
import { Icon } from '../../design/icon.tsx'
import layout from '../../design/layout.module.css'
import { Page, Panel } from '../../design/page.tsx'
import { roleName } from '../../design/role-name.ts'
import { Empty, Failed, Loading } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import { StateChip } from '../approvals/state-chip.tsx'
import styles from './overview.module.css'

/** Where those begin who watch over nothing: how their own requests stand, and what they may do here. */
export function Start() {
  const { user } = useSession()
  const roles = user.roles.map(roleName).join(', ')
  return (
    <Page
      title={`Hello, ${user.name}`}
      lead={
        roles === ''
          ? 'You have no role in this console. Whoever looks after your organization’s directory gives one by a group.'
          : `Your role here: ${roles}.`
      }
    >
      <div className={layout.halves}>
        <OwnRequests />
        <Screens />
      </div>
    </Page>
  )
}

function OwnRequests() {
  const query = useQuery(ownApprovalsQuery)
  const { wait = [], over = [] } = Object.groupBy(query.data?.data ?? [], (one) => (isDecided(one) ? 'over' : 'wait'))
  return (
    <Panel title="Your requests that wait">
      {query.isPending && <Loading>Asking how your requests stand …</Loading>}
      {query.isError && <Failed error={query.error} doing="load your requests" onRetry={() => void query.refetch()} />}
      {query.isSuccess && wait.length === 0 && (
        <Empty icon="check" title="None of yours waits">
          A request that sets out to act is held here until others agree.
        </Empty>
      )}
      <OwnList label="Those that wait" approvals={wait} />
      {over.length > 0 && (
        <>
          <h3 className={styles.subtitle}>Decided in the last days</h3>
          <OwnList label="Those decided" approvals={over} />
        </>
      )}
    </Panel>
  )
}

function OwnList({ label, approvals }: { readonly label: string; readonly approvals: readonly OwnApproval[] }) {
  return (
    <ul className={styles.waiting} aria-label={label}>
      {approvals.map(({ id, state, category_name: category, tile, created_at: at, model, answer_kept: isKept }) => (
        <li key={id}>
          <Link to="/approvals/$approvalId" params={{ approvalId: id }}>
            To {category.replaceAll('-', ' ')}, by {model}
          </Link>
          {isKept && <span className={styles.detail}>with its answer</span>}
          {isDecided({ state }) && <StateChip state={state} />}
          <LevelChip level={tile.level} />
          <Time at={at} isRelative />
        </li>
      ))}
    </ul>
  )
}

function Screens() {
  const { actions, assessment } = useSession()
  const items = menuFor(actions, assessment).flatMap((group) => group.items.filter(({ to }) => to !== '/'))
  return (
    <Panel title="What you can do here">
      <ul className={styles.screens}>
        {items.map(({ to, label, icon, does }) => (
          <li key={to}>
            <Icon name={icon} />
            <div>
              <Link to={to}>{label}</Link>
              <p className={styles.detail}>{does}</p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
