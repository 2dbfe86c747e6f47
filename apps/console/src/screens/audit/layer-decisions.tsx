import { Link } from '@tanstack/react-router'
import { Chip, type Tone } from '../../design/chip.tsx'
import styles from './audit.module.css'
import { LAYER_NAMES, outcomeTone } from './entry-words.ts'
import type { LayerEvent, Violation } from './read-record.ts'

/** What each layer decided, in the order of the request, and how long it took. */
export function LayerDecisions({ layers }: { readonly layers: readonly LayerEvent[] }) {
  const longest = Math.max(...layers.map(({ duration_ms: ms }) => ms), 0.001)
  return (
    <section className={styles.part}>
      <h3>What the layers decided</h3>
      <ol className={styles.layers}>
        {layers.map(({ layer, outcome, duration_ms: ms, findings }, index) => (
          <li key={`${layer} ${index}`}>
            <span className={styles.layer}>
              <b>{layer}</b> {LAYER_NAMES[layer]}
            </span>
            <span>
              <Chip tone={outcomeTone(outcome)}>{outcome}</Chip>
              {findings > 0 && (
                <span className={styles.quiet}> {findings === 1 ? '1 finding' : `${findings} findings`}</span>
              )}
            </span>
            <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max((100 * ms) / longest, 1)} height="6" />
            </svg>
            <span className={styles.ms}>{milliseconds(ms)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function milliseconds(ms: number): string {
  if (ms < 0.001) return '< 1 µs'
  return ms < 1 ? `${Math.round(ms * 1_000)} µs` : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`
}

const SEVERITY_TONES: Readonly<Record<Violation['severity'], Tone>> = {
  low: 'neutral',
  medium: 'warn',
  high: 'danger',
  critical: 'danger',
}

interface PoliciesProps {
  readonly violations: readonly Violation[]
  /** Every policy that determined something. */
  readonly policyIds: readonly string[]
}

/** Which policies determined something, and what they said. */
export function Policies({ violations, policyIds }: PoliciesProps) {
  const silent = policyIds.filter((id) => !violations.some(({ policy_id: policy }) => policy === id))
  return (
    <section className={styles.part}>
      <h3>Policies</h3>
      {policyIds.length === 0 && violations.length === 0 && (
        <p className={styles.quiet}>No policy had anything to say against it.</p>
      )}
      <ul className={styles.violations}>
        {violations.map(({ policy_id: policy, layer, action, severity, message }, index) => (
          <li key={`${policy} ${index}`}>
            <div>
              <p>{message}</p>
              <p className={styles.quiet}>
                <PolicyLink id={policy} /> · {layer} · {action}
              </p>
            </div>
            <Chip tone={SEVERITY_TONES[severity]}>{severity}</Chip>
          </li>
        ))}
        {silent.map((id) => (
          <li key={id}>
            <PolicyLink id={id} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PolicyLink({ id }: { readonly id: string }) {
  return (
    <Link to="/audit" search={{ policy_id: id }} title="All that this policy determined">
      {id}
    </Link>
  )
}
