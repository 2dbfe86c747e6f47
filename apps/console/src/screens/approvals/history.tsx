import type { Approval } from '../../api/approvals.ts'
import type { OwnApproval } from '../../api/own-approvals.ts'
import { Chip } from '../../design/chip.tsx'
import { Panel } from '../../design/page.tsx'
import { roleName } from '../../design/role-name.ts'
import { Time } from '../../design/time.tsx'
import styles from './approvals.module.css'
import { historyOf } from './history-of.ts'
import { missingApprovals } from './missing-approvals.ts'

/** Who has to agree, and who has. */
export function WhoDecides({ approval }: { readonly approval: Approval | OwnApproval }) {
  const isPending = approval.state === 'pending'
  return (
    <Panel title="Who decides">
      <ul className={styles.conditions}>
        {missingApprovals(approval).map(({ roles, count, approvedBy, missing }) => (
          <li key={`${count} ${roles.join(' ')}`}>
            <p>
              {count === 1 ? 'One person' : `${count} persons`}{' '}
              {roles.length === 0 ? 'who may approve' : `with the role ${roles.map(roleName).join(' or ')}`}
            </p>
            <p className={styles.progress}>
              {approvedBy.length > 0 && <span>Approved by {approvedBy.join(', ')}. </span>}
              {missing === 0 ? (
                <Chip tone="good">met</Chip>
              ) : (
                isPending && (
                  <Chip tone="warn">{missing === 1 ? '1 approval missing' : `${missing} approvals missing`}</Chip>
                )
              )}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What has happened to it so far. */
export function History({ approval }: { readonly approval: Approval | OwnApproval }) {
  return (
    <Panel title="History">
      <ol className={styles.history}>
        {historyOf(approval).map(({ who, words, as, comment, at }) => (
          <li key={`${who} ${words} ${at}`}>
            <p>
              {who !== undefined && <strong>{who} </strong>}
              {words}
              {as !== undefined && <span className={styles.as}> as {as}</span>}
            </p>
            {comment !== undefined && <blockquote className={styles.comment}>{comment}</blockquote>}
            <p className={styles.when}>
              <Time at={at} />
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
