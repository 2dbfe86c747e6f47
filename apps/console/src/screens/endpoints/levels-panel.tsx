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
            <p className={classNames(styles.reach, toneOf(may, can))}>
              <strong>{can < may ? `${can} of ${may}` : may}</strong> {reachWords(may, can)}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function toneOf(may: number, can: number): string | undefined {
  if (may === 0) return styles.nowhere
  if (can === 0) return styles.danger
  return can < may ? styles.warn : undefined
}

function reachWords(may: number, can: number): string {
  if (may === 0) return 'may see it: refused'
  if (can === 0) return 'answers: refused'
  return may === 1 ? 'endpoint' : 'endpoints'
}
