import { Notice, ProblemWords } from '../../design/states.tsx'
import { isAllPassed, questionWords, reportWords } from './test-words.ts'
import type { TestRun } from './use-test-run.ts'

const MAX_NAMED = 5

/** Names the tests that fail, before a policy is published; nothing where all pass, or are still run. */
export function FailedTests({ testRun }: { readonly testRun: TestRun }) {
  const { report, isOld, isRunning, error } = testRun
  if (isRunning) return null
  if (error !== null) {
    return (
      <Notice tone="warn">
        <p>
          <b>The tests could not be run.</b>
        </p>
        <ProblemWords error={error} />
      </Notice>
    )
  }
  if (report === undefined || isOld || isAllPassed(report)) return null
  const bad = report.suites.flatMap(({ policy_id: id, results }) =>
    results
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ test }) => `${id}: ${test.name ?? questionWords(test)}`),
  )
  return (
    <Notice tone="danger">
      <p>
        <b>{reportWords(report)}</b>
      </p>
      {bad.slice(0, MAX_NAMED).map((words, index) => (
        <p key={index}>{words}</p>
      ))}
      {bad.length > MAX_NAMED && <p>And {bad.length - MAX_NAMED} more.</p>}
    </Notice>
  )
}
