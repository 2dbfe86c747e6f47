import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ApprovalWithContent, approvalQuery } from '../../api/approvals.ts'
import { useMay, useSession } from '../../api/session.ts'
import { Button } from '../../design/button.tsx'
import { LevelChip } from '../../design/chip.tsx'
import { Icon } from '../../design/icon.tsx'
import { useKey } from '../../design/keys.ts'
import layout from '../../design/layout.module.css'
import { Page } from '../../design/page.tsx'
import { Empty, Failed, Loading, Notice } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import { ApprovalFacts, Findings } from './approval-facts.tsx'
import styles from './approvals.module.css'
import { DecisionDialog } from './decision-dialog.tsx'
import { History, WhoDecides } from './history.tsx'
import { OwnRequest } from './own-request.tsx'
import { RequestContent } from './request-content.tsx'
import { StateChip } from './state-chip.tsx'

const route = getRouteApi('/approvals/$approvalId')

/** One held request: for those who decide, or for its requester. */
export function ApprovalScreen() {
  const { approvalId } = route.useParams()
  const mayView = useMay('view-approval')
  if (!UUID.test(approvalId)) return <NoSuchRequest />
  return mayView ? <RequestToDecide approvalId={approvalId} /> : <OwnRequest id={approvalId} />
}

/** What approvals are called. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function NoSuchRequest() {
  return (
    <Page title="Held request">
      <Empty icon="search" title="There is no such request">
        The address names none. <Link to="/">Begin anew</Link>, and open it from a list.
      </Empty>
    </Page>
  )
}

/** What is asked, what was found in it, who decides. */
function RequestToDecide({ approvalId }: { readonly approvalId: string }) {
  const query = useQuery(approvalQuery(approvalId))
  const back = (
    <Link to="/approvals">
      <Icon name="back" size={14} /> Approvals
    </Link>
  )
  if (query.isPending) return <Loading>Fetching the request; that you look at it is on record …</Loading>
  if (query.isError) {
    return (
      <Page title="Held request" back={back}>
        <Failed error={query.error} doing="load this request" onRetry={() => void query.refetch()} />
      </Page>
    )
  }
  const approval = query.data
  return (
    <Page
      title={`${approval.requester.username} wants to ${approval.category_name.replaceAll('-', ' ')}`}
      back={back}
      lead={
        <span className={styles.lead}>
          <StateChip state={approval.state} />
          <LevelChip level={approval.tile.level} />
          <span>
            asked <Time at={approval.created_at} isRelative />
          </span>
        </span>
      }
      actions={<Acts approval={approval} />}
    >
      <WhyNot approval={approval} />
      <div className={layout.columns}>
        <div className={layout.column}>
          <RequestContent approval={approval} />
          <Findings approval={approval} />
        </div>
        <div className={layout.column}>
          <WhoDecides approval={approval} />
          <ApprovalFacts approval={approval} />
          <History approval={approval} />
        </div>
      </div>
    </Page>
  )
}

/** Whether a decision is still asked for: while it waits, and after a run that failed. */
function isOpen({ state }: ApprovalWithContent): boolean {
  return state === 'pending' || state === 'failed'
}

function Acts({ approval }: { readonly approval: ApprovalWithContent }) {
  const { act } = route.useSearch()
  const navigate = route.useNavigate()
  const canDecide = useCanDecide(approval)
  const begin = (next: 'approve' | 'deny' | undefined) => void navigate({ search: { act: next }, replace: true })
  useKey({ key: 'a', label: 'Approve' }, () => begin('approve'), canDecide)
  useKey({ key: 'd', label: 'Deny' }, () => begin('deny'), canDecide)
  if (!canDecide) return null
  return (
    <>
      <Button onClick={() => begin('deny')} icon="close">
        Deny
      </Button>
      <Button kind="primary" icon="check" onClick={() => begin('approve')}>
        {approval.state === 'failed' ? 'Approve anew' : 'Approve'}
      </Button>
      <DecisionDialog approval={approval} decision={act} onClose={() => begin(undefined)} />
    </>
  )
}

function useCanDecide(approval: ApprovalWithContent): boolean {
  const { user } = useSession()
  const may = useMay('decide-approval')
  return may && isOpen(approval) && approval.requester.sub !== user.subject && !hasVoted(approval, user.subject)
}

function hasVoted({ votes, state }: ApprovalWithContent, subject: string): boolean {
  return state === 'pending' && votes.some(({ by }) => by === `user:${subject}`)
}

/** Says why there are no buttons, where there are none. */
function WhyNot({ approval }: { readonly approval: ApprovalWithContent }) {
  const { user } = useSession()
  if (!isOpen(approval)) return null
  if (approval.requester.sub === user.subject) {
    return <Notice tone="info">This request is your own: somebody else has to decide on it.</Notice>
  }
  if (hasVoted(approval, user.subject)) {
    return <Notice tone="info">You have decided. It waits for the others named under “Who decides”.</Notice>
  }
  if (approval.state !== 'failed') return null
  return (
    <Notice tone="warn">
      Its run failed{approval.failure === undefined ? '' : ` (${approval.failure})`}. Look at what the model or its
      tools have done before you approve it anew.
    </Notice>
  )
}
