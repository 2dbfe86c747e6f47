import type { Verdict } from '../../api/assessment.ts'
import { Panel } from '../../design/page.tsx'
import { Empty } from '../../design/states.tsx'
import styles from './assessment.module.css'

/** What keeps the project from complying, and what to do about each. */
export function GapsView({ gaps }: { readonly gaps: Verdict['gaps'] }) {
  if (gaps.length === 0) {
    return (
      <Empty icon="check" title="Nothing is open">
        Nothing that was found has to be changed for CNSA 2.0. What was not looked at stands above.
      </Empty>
    )
  }
  return (
    <Panel title="What is open under CNSA 2.0">
      <ul className={styles.gaps}>
        {gaps.map(({ algorithm, gapDescription, recommendedAction }) => (
          <li key={`${algorithm} ${gapDescription}`}>
            <h3>{algorithm === 'Unknown' ? 'Not looked at' : algorithm}</h3>
            <div>
              <p>{gapDescription}</p>
              <p className={styles.action}>{recommendedAction}</p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
