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
            <p className={classNames(styles.reach, can === 0 && (may === 0 ? styles.nowhere : styles.danger))}>
              {can < may ? `${can} of ${may}` : may}
            </p>
            <p className={styles.muted}>{reachWords(may, can)}</p>
            <p className={styles.muted}>{levelName(level)}</p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function reachWords(may: number, can: number): string {
  if (may === 0) return 'refused: nobody may see it'
  if (can === 0) return 'refused until one answers again'
  return can === 1 ? 'endpoint' : 'endpoints'
}
