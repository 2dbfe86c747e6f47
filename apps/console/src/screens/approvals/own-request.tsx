import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type OwnApproval, ownApprovalQuery } from '../../api/own-approvals.ts'
import { heldAnswerQuery } from '../../api/playground.ts'
import { useSession } from '../../api/session.ts'
import { CategoryChip, LevelChip } from '../../design/chip.tsx'
import { Icon } from '../../design/icon.tsx'
import layout from '../../design/layout.module.css'
import { Facts, Page, Panel } from '../../design/page.tsx'
import { Failed, Loading } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import { TokenText } from '../../design/token-text.tsx'
import { Findings } from './approval-facts.tsx'
import styles from './approvals.module.css'
import { History, WhoDecides } from './history.tsx'
import { nextWords } from './next-words.ts'
import { StateChip } from './state-chip.tsx'

/** One's own held request: how it stands, and what happens next. */
export function OwnRequest({ id }: { readonly id: string }) {
  const query = useQuery(ownApprovalQuery(id))
  const back = (
    <Link to="/">
      <Icon name="back" size={14} /> Start
    </Link>
  )
  if (query.isPending) return <Loading>Asking how the request stands …</Loading>
  if (query.isError) {
    return (
      <Page title="Held request" back={back} lead="Requests of your own open here; those of others need a role.">
        <Failed error={query.error} doing="load this request" onRetry={() => void query.refetch()} />
      </Page>
    )
  }
  const approval = query.data
  return (
    <Page
      title={`Your request to ${approval.category_name.replaceAll('-', ' ')}`}
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
    >
      <div className={layout.columns}>
        <div className={layout.column}>
          <Next approval={approval} />
          {approval.state === 'done' && <Answer approval={approval} />}
          <Findings approval={approval} />
        </div>
        <div className={layout.column}>
          <WhoDecides approval={approval} />
          <OwnFacts approval={approval} />
          <History approval={approval} />
        </div>
      </div>
    </Page>
  )
}

function Next({ approval }: { readonly approval: OwnApproval }) {
  const { words, end } = nextWords(approval)
  return (
    <Panel title="What happens next">
      <div className={styles.next}>
        {words.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {end !== undefined && (
          <p className={styles.when}>
            {end} <Time at={approval.until} isRelative />.
          </p>
        )}
      </div>
    </Panel>
  )
}

/** The gateway gives it, with the values that the reader may see. */
function Answer({ approval: { id } }: { readonly approval: OwnApproval }) {
  const { playground, user } = useSession()
  const query = useQuery({ ...heldAnswerQuery(id), enabled: playground !== null })
  return (
    <Panel title="The answer">
      {playground !== null && query.isPending && <Loading>Fetching the answer …</Loading>}
      {query.isError && <Failed error={query.error} doing="fetch the answer" onRetry={() => void query.refetch()} />}
      {(playground === null || query.data === null) && (
        <p className={styles.when}>
          The program that asked fetches it, by the id that it was given. It is not shown here: it came on another wire
          than this page reads, or is not kept any more.
        </p>
      )}
      {typeof query.data === 'string' && (
        <>
          <p className={styles.said}>
            <TokenText text={query.data} />
          </p>
          <p className={styles.when}>A token stands where {user.name} may not see the value.</p>
        </>
      )}
    </Panel>
  )
}

function OwnFacts({ approval }: { readonly approval: OwnApproval }) {
  return (
    <Panel title="The request">
      <Facts
        facts={[
          ['Category', <CategoryChip key="category" category={approval.category} name={approval.category_name} />],
          ['Model', approval.model],
          ['Session', approval.session_id],
          ['Asked', <Time key="asked" at={approval.created_at} />],
          ['Id', <code key="id">{approval.id}</code>],
        ]}
      />
    </Panel>
  )
}
