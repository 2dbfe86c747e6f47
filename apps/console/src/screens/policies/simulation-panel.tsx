import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Simulation, simulatePolicy } from '../../api/policies.ts'
import { useMay } from '../../api/session.ts'
import { Button } from '../../design/button.tsx'
import { SelectField } from '../../design/field.tsx'
import { Panel } from '../../design/page.tsx'
import { Notice, ProblemWords } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import { Effect } from './effect.tsx'
import styles from './policies.module.css'
import { isPolicyId, type PolicyForm } from './policy-form.ts'
import { unknownWords } from './simulation-words.ts'

const COUNTS = [
  { value: '100', label: '100 requests' },
  { value: '1000', label: '1,000 requests' },
  { value: '10000', label: '10,000 requests' },
] as const

interface SimulationPanelProps {
  readonly form: PolicyForm
  readonly isValid: boolean
}

/** Decides the last recorded requests again, as if the policy were as it stands in the editor. */
export function SimulationPanel({ form, isValid }: SimulationPanelProps) {
  const [last, setLast] = useState<(typeof COUNTS)[number]['value']>('1000')
  const mayRead = useMay('simulate-policies')
  const { mutate, data, error, isPending, variables } = useMutation({ mutationFn: simulatePolicy })
  if (!mayRead) return null
  const id = isPolicyId(form.id) ? form.id : 'draft'
  const text = form.enabled ? form.text : undefined
  const isOld = data !== undefined && (variables?.text !== text || variables?.id !== id)
  return (
    <Panel title="What it would have changed">
      <div className={styles.simulation}>
        <div className={styles.simulate}>
          <SelectField label="The last" value={last} options={COUNTS} onChange={setLast} />
          <Button
            disabled={!isValid}
            busy={isPending && 'Deciding again …'}
            onClick={() => mutate({ last: Number(last), id, text })}
          >
            Simulate
          </Button>
          {!isValid && <span className={styles.quiet}>The text has to be right first.</span>}
        </div>
        {error !== null && (
          <Notice tone="danger">
            <ProblemWords error={error} />
          </Notice>
        )}
        {isOld && <Notice tone="warn">The policy has changed since: simulate again.</Notice>}
        {data !== undefined && <Report report={data} />}
      </div>
    </Panel>
  )
}

function Report({ report }: { readonly report: Simulation }) {
  const { requests, decided, differences, examples, unknown } = report
  const changed = differences.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className={styles.report} role="status">
      <p>
        <b>
          {changed.toLocaleString()} of {decided.toLocaleString()}
        </b>{' '}
        requests that were decided again would have ended otherwise.
        {decided < requests && ` ${unknownWords(unknown)}`}
      </p>
      <ul className={styles.differences}>
        {differences.map(({ recorded, simulated, count }) => (
          <li key={`${recorded} ${simulated}`}>
            <b>{count.toLocaleString()}</b> <Effect effect={recorded} /> <span aria-hidden="true">→</span>
            <span className="visually-hidden">now</span> <Effect effect={simulated} />
          </li>
        ))}
      </ul>
      {examples.length > 0 && (
        <details className={styles.examples}>
          <summary>The newest {examples.length} of them</summary>
          <ul>
            {examples.map(({ at, sub, action, model, recorded, simulated, policy_ids: policies }, index) => (
              <li key={index}>
                <Link to="/audit" search={{ user: sub }}>
                  {sub}
                </Link>
                <span>
                  {action} with {model}
                </span>
                <span>
                  <Effect effect={recorded} /> <span aria-hidden="true">→</span>
                  <span className="visually-hidden">now</span> <Effect effect={simulated} />
                </span>
                <span className={styles.quiet}>
                  <Time at={at} /> · {policies.join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
