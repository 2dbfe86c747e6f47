import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { limitsQuery, type OwnerLimits, type Spending } from '../../api/keys.ts'
import { useMay } from '../../api/session.ts'
import { Panel } from '../../design/page.tsx'
import { Empty, Failed, Loading, Notice } from '../../design/states.tsx'
import { currencyOf } from './amounts.ts'
import styles from './keys.module.css'
import { limitMeters } from './limit-meters.ts'
import { limitWords } from './limit-words.ts'
import { Meters } from './meters.tsx'
import { UsedFigures } from './used-figures.tsx'

/** What the tenant and its departments may use, and what they have used: for a Dept Admin, the own departments. */
export function DepartmentList() {
  const query = useQuery(limitsQuery)
  if (query.isError) return <Failed error={query.error} doing="load the limits" onRetry={() => void query.refetch()} />
  if (query.isPending) return <Loading>Adding up what was used …</Loading>
  const { tenant, departments, user, truncated } = query.data
  return (
    <div className={styles.owners}>
      {tenant !== undefined && <Owner title="All together" owner={tenant} />}
      {departments.map((owner) => (
        <Owner key={owner.name} title={owner.name} owner={owner} department={owner.name} />
      ))}
      {departments.length === 0 && (
        <Empty icon="keys" title="No department yet">
          A department appears here with its first answered request, or with a limit in QUOTAS.
        </Empty>
      )}
      {truncated && (
        <Notice tone="info">
          There are more departments. Those with limits come first, then the dearest of this month.
        </Notice>
      )}
      <Panel title="Each user, where no group gives other limits">
        <p>{limitWords(user.use, user.spending, tenant && currencyOf(tenant.used)) || 'No limit.'}</p>
        <p className={styles.note}>
          Limits of users, groups, departments and the tenant are configuration: whoever runs the gateways changes them
          there, in the variable QUOTAS. Those of a key are changed at the key. “Taken” is what the gateways have spent,
          set aside or hold ready: they refuse by it. How much of a minute is left is known to each gateway alone.
        </p>
      </Panel>
    </div>
  )
}

interface OwnerProps {
  readonly title: string
  readonly owner: OwnerLimits
  readonly department?: string
}

function Owner({ title, owner, department }: OwnerProps) {
  const mayKeys = useMay('list-api-keys')
  const spending: Partial<Spending> = owner.spending ?? {}
  const meters = limitMeters(spending, spending.taken, owner.used)
  const others = limitWords(owner.use, { tokens_per_minute: spending.tokens_per_minute })
  return (
    <Panel
      title={title}
      aside={
        department !== undefined &&
        mayKeys && (
          <Link to="/keys" search={{ view: 'keys', department }}>
            Its keys
          </Link>
        )
      }
    >
      <div className={styles.owner}>
        <UsedFigures used={owner.used} />
        <div className={styles.panel}>
          {meters.length > 0 && <Meters label={`Limits of ${title}`} meters={meters} />}
          {others !== '' && <p className={styles.quiet}>{others}</p>}
          {meters.length === 0 && others === '' && <p className={styles.quiet}>No limit on all of them together.</p>}
        </div>
      </div>
    </Panel>
  )
}
