import type { ReactNode } from 'react'
import type { PolicyTest, PolicyTestReport } from '../../api/policies.ts'
import { Chip, type Tone } from '../../design/chip.tsx'
import { Effect } from './effect.tsx'
import styles from './policies.module.css'
import { questionWords } from './test-words.ts'

type Result = PolicyTestReport['suites'][number]['results'][number]

const OUTCOMES: Readonly<Record<Result['outcome'], { readonly words: string; readonly tone: Tone }>> = {
  passed: { words: 'passed', tone: 'good' },
  failed: { words: 'failed', tone: 'danger' },
  'not-run': { words: 'not run', tone: 'warn' },
}

interface TestListProps {
  readonly label: string
  readonly tests: readonly PolicyTest[]
  /** What became of each, in the same order; absent where it was not run as it stands. */
  readonly results?: readonly Result[] | undefined
  /** What can be done with a test. */
  readonly actsOf?: (test: PolicyTest, index: number) => ReactNode
}

/** Tests with what is expected, and what came of them. */
export function TestList({ label, tests, results, actsOf }: TestListProps) {
  return (
    <ul className={styles.tests} aria-label={label}>
      {tests.map((test, index) => (
        <li key={index}>
          <div className={styles.testHead}>
            <Outcome result={results?.[index]} />
            <b>{test.name ?? questionWords(test)}</b>
            {actsOf !== undefined && <span className={styles.testActs}>{actsOf(test, index)}</span>}
          </div>
          {test.name !== undefined && <p className={styles.quiet}>{questionWords(test)}</p>}
          <p className={styles.decision}>
            <span>Expected</span> <Effect effect={test.effect} /> {test.by !== undefined && <By ids={test.by} />}
          </p>
          <Got result={results?.[index]} />
        </li>
      ))}
    </ul>
  )
}

function Outcome({ result }: { readonly result: Result | undefined }) {
  if (result === undefined) return <Chip>not run yet</Chip>
  const { words, tone } = OUTCOMES[result.outcome]
  return <Chip tone={tone}>{words}</Chip>
}

/** What came of a test that did not pass. */
function Got({ result }: { readonly result: Result | undefined }) {
  if (result?.got === undefined || result.outcome === 'passed') return null
  const { effect, policy_ids: ids } = result.got
  return (
    <p className={styles.decision}>
      <span>Got</span> <Effect effect={effect} /> <By ids={ids} />
    </p>
  )
}

function By({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return <span className={styles.quiet}>by no policy</span>
  return (
    <span>
      by <code>{ids.join(', ')}</code>
    </span>
  )
}
