import { Link } from '@tanstack/react-router'
import type { Approval } from '../../api/approvals.ts'
import { useMay } from '../../api/session.ts'
import { CategoryChip, Chip, LevelChip, type Tone } from '../../design/chip.tsx'
import { Facts, Panel } from '../../design/page.tsx'
import { percent } from '../../design/percent.ts'
import { Time } from '../../design/time.tsx'
import styles from './approvals.module.css'

/** Who asks, by what, and until when. */
export function ApprovalFacts({ approval }: { readonly approval: Approval }) {
  const { requester, session_id: session } = approval
  const maySeePeople = useMay('list-users')
  const isPending = approval.state === 'pending'
  return (
    <Panel title="The request">
      <Facts
        facts={[
          [
            'Requester',
            maySeePeople ? (
              <Link key="requester" to="/people/$subject" params={{ subject: requester.sub }}>
                {requester.username}
              </Link>
            ) : (
              requester.username
            ),
          ],
          ['Departments', requester.departments.join(', ') || 'none'],
          [
            'Session',
            <Link key="session" to="/people/sessions/$sessionId" params={{ sessionId: String(session) }}>
              {session}
            </Link>,
          ],
          ['Category', <CategoryChip key="category" category={approval.category} name={approval.category_name} />],
          [
            isPending ? 'Waits' : 'Waited',
            approval.waits === 'answer'
              ? 'the answer, for the calls in it'
              : `the request; no model ${isPending ? 'has' : 'had'} seen it`,
          ],
          ['Model', approval.model],
          ['Asked', <Time key="asked" at={approval.created_at} />],
          [isPending ? 'Expires' : 'This state ends', <Time key="until" at={approval.until} isRelative />],
          ['Recognised by', <code key="rule">{approval.rule}</code>],
          ['Policy version', <code key="version">{approval.policy_version.slice(0, 12)}</code>],
          ['Runs begun', approval.runs === 0 ? undefined : approval.runs],
          ['Id', <code key="id">{approval.id}</code>],
        ]}
      />
    </Panel>
  )
}

const SEVERITY_TONES: Readonly<Record<Approval['policy_violations'][number]['severity'], Tone>> = {
  low: 'neutral',
  medium: 'warn',
  high: 'danger',
  critical: 'danger',
}

/** What the layers found: types and counts, never values. */
export function Findings({ approval }: { readonly approval: Pick<Approval, 'tile' | 'policy_violations'> }) {
  const { tile, policy_violations: violations } = approval
  const counts = Object.entries(tile.categories).filter(([, count]) => count > 0)
  return (
    <Panel title="What was found in it">
      <Facts
        facts={[
          ['Sensitivity', <LevelChip key="level" level={tile.level} isNamed />],
          ['Values', counts.map(([category, count]) => `${count} ${category}`).join(', ') || 'none'],
          ['Risk of naming a person', percent(tile.reidentificationRisk)],
          ['Flags', tile.flags.length === 0 ? undefined : tile.flags.join(', ')],
        ]}
      />
      <ul className={styles.findings}>
        {violations.map(({ layer, policy_id: policy, action, severity, message }) => (
          <li key={`${layer} ${policy} ${message}`}>
            <span className={styles.layer}>{layer}</span>
            <div>
              <p>{message}</p>
              <p className={styles.policy}>
                <code>{policy}</code> {action}
              </p>
            </div>
            <Chip tone={SEVERITY_TONES[severity]}>{severity}</Chip>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
