import { useQuery } from '@tanstack/react-query'
import { scansUnderWayQuery } from '../../api/assessment.ts'
import { Panel } from '../../design/page.tsx'
import styles from './assessment.module.css'
import { Scanning } from './scan-progress.tsx'

/** The scans that wait or run; nothing while there is none. */
export function ScansUnderWay() {
  const { data = [] } = useQuery(scansUnderWayQuery(false))
  if (data.length === 0) return null
  return (
    <Panel title="Under way">
      <ul className={styles.underWay}>
        {data.map(({ path, askedAt }) => (
          <li key={`${path} ${askedAt}`}>
            <b>{path}</b>
            <Scanning path={path} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
