import { TextField } from '../../design/field.tsx'
import type { KeyFaults, LimitTexts } from './key-form.ts'
import styles from './keys.module.css'

const FIELDS = [
  ['requests_per_minute', 'Requests per minute'],
  ['tokens_per_minute', 'Tokens per minute'],
  ['tokens_per_day', 'Tokens per day'],
  ['tokens_per_month', 'Tokens per month'],
  ['cost_per_day', 'Spend per day'],
  ['cost_per_month', 'Spend per month'],
] as const

interface LimitFieldsProps {
  readonly limits: LimitTexts
  readonly onChange: (limits: LimitTexts) => void
  readonly faults: KeyFaults
}

/** The limits that a key can have; an empty field is no limit. */
export function LimitFields({ limits, onChange, faults }: LimitFieldsProps) {
  return (
    <div className={styles.pair}>
      {FIELDS.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          value={limits[name]}
          onChange={(text) => onChange({ ...limits, [name]: text })}
          error={faults[name]}
          maxLength={20}
        />
      ))}
    </div>
  )
}
