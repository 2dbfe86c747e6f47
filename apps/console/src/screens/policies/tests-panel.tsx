import { useState } from 'react'
import type { PolicyTest, PolicyTestReport } from '../../api/policies.ts'
import { Button } from '../../design/button.tsx'
import { Panel } from '../../design/page.tsx'
import { Notice, ProblemWords } from '../../design/states.tsx'
import styles from './policies.module.css'
import type { PolicyForm } from './policy-form.ts'
import { TestDialog } from './test-dialog.tsx'
import { TestList } from './test-list.tsx'
import { isAllPassed, reportWords } from './test-words.ts'
import type { TestRun } from './use-test-run.ts'

const MAX_TESTS = 100

interface TestsPanelProps {
  readonly form: PolicyForm
  readonly testRun: TestRun
  readonly onChange: (tests: PolicyTest[]) => void
}

/** What the policy is expected to decide: kept with it, and run with the tests of the others. */
export function TestsPanel({ form, testRun, onChange }: TestsPanelProps) {
  const { tests } = form
  // The place of the test that is written; that behind the last one is a new one.
  const [edited, setEdited] = useState<number>()
  const { report, isOld, isRunning, error, run } = testRun
  const own = report?.suites.find(({ policy_id: id }) => id === form.id || id === 'draft')
  const put = (test: PolicyTest) => {
    onChange(tests.toSpliced(edited ?? tests.length, 1, test))
    setEdited(undefined)
  }
  return (
    <Panel title="What it is expected to decide" aside={<span>{countWords(tests.length)}</span>}>
      <div className={styles.simulation}>
        {tests.length === 0 && (
          <p className={styles.quiet}>
            A test says who asks what, and what shall come of it. It is kept with the policy, and run whenever a policy
            of yours is changed here.
          </p>
        )}
        <TestList
          label="Tests of this policy"
          tests={tests}
          results={isOld ? undefined : own?.results}
          actsOf={(_test, index) => (
            <>
              <Button kind="quiet" aria-label={`Change test ${index + 1}`} onClick={() => setEdited(index)}>
                Change
              </Button>
              <Button
                kind="quiet"
                icon="close"
                aria-label={`Remove test ${index + 1}`}
                onClick={() => onChange(tests.toSpliced(index, 1))}
              />
            </>
          )}
        />
        <div className={styles.simulate}>
          <Button disabled={run === undefined} busy={isRunning && 'Testing …'} onClick={run}>
            Run tests
          </Button>
          <Button disabled={tests.length >= MAX_TESTS} onClick={() => setEdited(tests.length)}>
            Add a test
          </Button>
          {run === undefined && <span className={styles.quiet}>The text has to be right first.</span>}
        </div>
        {error !== null && !isRunning && (
          <Notice tone="danger">
            <ProblemWords error={error} />
          </Notice>
        )}
        {isOld && !isRunning && <p className={styles.quiet}>The policy or its tests have changed: run them again.</p>}
        {report !== undefined && !isOld && <Report report={report} ownId={own?.policy_id} />}
      </div>
      <TestDialog
        isOpen={edited !== undefined}
        test={edited === undefined ? undefined : tests[edited]}
        policyId={form.id}
        onClose={() => setEdited(undefined)}
        onDone={put}
      />
    </Panel>
  )
}

interface ReportProps {
  readonly report: PolicyTestReport
  /** The policy whose tests are listed above. */
  readonly ownId: string | undefined
}

/** The sum of all tests, and those of other policies that fail. */
function Report({ report, ownId }: ReportProps) {
  const others = report.suites.flatMap(({ policy_id: id, results }) => {
    const bad = results.filter(({ outcome }) => outcome !== 'passed')
    return id === ownId || bad.length === 0 ? [] : { id, bad }
  })
  return (
    <div className={styles.report} role="status">
      <p className={isAllPassed(report) ? styles.fine : styles.isError}>
        <b>{reportWords(report)}</b>
      </p>
      {others.map(({ id, bad }) => (
        <section key={id} className={styles.otherTests}>
          <h3>
            Of <code>{id}</code>
          </h3>
          <TestList label={`Tests of ${id} that fail`} tests={bad.map(({ test }) => test)} results={bad} />
        </section>
      ))}
    </div>
  )
}

function countWords(count: number): string {
  return count === 1 ? '1 test' : `${count} tests`
}
