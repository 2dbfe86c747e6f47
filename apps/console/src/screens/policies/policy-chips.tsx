import type { Policy } from '../../api/policies.ts'
import { Chip } from '../../design/chip.tsx'
import styles from './policies.module.css'

/** Whether a policy decides, who may change it, and where it is from. */
export function PolicyChips({ policy }: { readonly policy: Policy }) {
  const { origin, status, immutable } = policy
  return (
    <span className={styles.chips}>
      {origin === 'built-in' ? <Chip>built-in</Chip> : <Chip tone="info">your own</Chip>}
      {origin === 'stored' && immutable && (
        <Chip tone="warn" title="Only a CISO changes it">
          immutable
        </Chip>
      )}
      {status === 'disabled' && <Chip tone="danger">disabled</Chip>}
    </span>
  )
}
