import type { MigrationPlan } from '../../api/assessment.ts'
import { Chip, type Tone } from '../../design/chip.tsx'
import { Panel } from '../../design/page.tsx'
import { Empty } from '../../design/states.tsx'
import styles from './assessment.module.css'
import { planYears } from './plan-years.ts'
import { counted } from './words.ts'

const TONES: Readonly<Record<MigrationPlan['items'][number]['urgency'], Tone>> = {
  Critical: 'danger',
  High: 'warn',
  Medium: 'info',
  Low: 'neutral',
}

/** What to replace, by what, in which order: a panel for each year that CNSA 2.0 sets. */
export function PlanView({ plan }: { readonly plan: MigrationPlan }) {
  if (plan.items.length === 0) {
    return (
      <Empty icon="check" title="Nothing to migrate">
        Nothing that was found has to be replaced. What was not looked at stands above.
      </Empty>
    )
  }
  const { product, test } = plan
  return (
    <>
      <p className={styles.planSum}>
        {counted(plan.itemCount, 'piece')} of work, about <b>{counted(plan.totalEffortDays, 'day')}</b> in all;{' '}
        {counted(product.totalEffortDays, 'day')} in what is shipped, {counted(test.totalEffortDays, 'day')} in tests.
        An estimate, to compare and to begin a budget with.
      </p>
      {planYears(plan).map(({ year, days, items }) => (
        <Panel
          key={year}
          title={`Until ${year}`}
          aside={`${counted(items.length, 'piece')} of work, ${counted(days, 'day')}`}
        >
          <ol className={styles.planItems}>
            {items.map(({ urgency, algorithm, target, effortDays, rationale }) => (
              <li key={`${urgency} ${algorithm} ${target} ${rationale}`}>
                <Chip tone={TONES[urgency]}>{urgency}</Chip>
                <div>
                  <h3>
                    {algorithm} <span aria-hidden="true">→</span>
                    <span className="visually-hidden">to</span> {target || 'to be found out'}
                  </h3>
                  <p className={styles.small}>{rationale}</p>
                </div>
                <span className={styles.days}>{counted(effortDays, 'day')}</span>
              </li>
            ))}
          </ol>
        </Panel>
      ))}
    </>
  )
}
