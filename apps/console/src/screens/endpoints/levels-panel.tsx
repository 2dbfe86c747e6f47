import type { Endpoint } from '../../api/endpoints.ts'
import { LevelChip, levelName } from '../../design/chip.tsx'
import { classNames } from '../../design/class-names.ts'
import { Panel } from '../../design/page.tsx'
import { reachOf } from './endpoint-health.ts'
import styles from './endpoints.module.css'

/** For each level: to how many endpoints its data may go, and whether it can go anywhere now. */
export function LevelsPanel({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  return (
    <Panel title="Where data may go" aside={<span>Endpoints that may see a level, and answer</span>}>
      <ol className={styles.levels} aria-label="Endpoints by level">
        {reachOf(endpoints).map(({ level, may, can }) => (
          <li key={level}>
            <LevelChip level={level} />
            <p className={styles.levelName}>{levelName(level)}</p>
            <p className={classNames(styles.reach, can === 0 && (may === 0 ? styles.nowhere : styles.danger))}>
              <strong>{can < may ? `${can} of ${may}` : may}</strong> {reachWords(may, can)}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function reachWords(may: number, can: number): string {
  if (may === 0) return 'may see it: refused'
  if (can === 0) return 'answers: refused'
  return may === 1 ? 'endpoint' : 'endpoints'
}
