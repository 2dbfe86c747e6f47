import { useId } from 'react'
import { CheckField } from '../../design/check-field.tsx'
import { Segments, TextField } from '../../design/field.tsx'
import { KEY_WIRES, type KeyFaults, type KeyForm } from './key-form.ts'
import styles from './keys.module.css'
import { LimitFields } from './limit-fields.tsx'

const HOLDERS = [
  { value: 'user', label: 'A person' },
  { value: 'service', label: 'A service' },
  { value: 'me', label: 'Me' },
] as const

interface CreateFieldsProps {
  readonly form: KeyForm
  readonly mayForOthers: boolean
  readonly faults: KeyFaults
  readonly onChange: (next: Partial<KeyForm>) => void
}

/** What a key is for, for whom it acts, and how far. */
export function CreateFields({ form, mayForOthers, faults, onChange }: CreateFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        value={form.name}
        onChange={(name) => onChange({ name })}
        hint="What it is for: “nightly build”. Nothing secret."
        error={faults.name}
        maxLength={100}
        isRequired
      />
      {mayForOthers && (
        <div className={styles.holder}>
          <span className={styles.label}>Acts for</span>
          <Segments
            label="Acts for"
            value={form.holder}
            options={HOLDERS}
            onChange={(holder) => onChange({ holder })}
          />
        </div>
      )}
      <div className={styles.pair}>
        {form.holder !== 'me' && (
          <TextField
            label={form.holder === 'user' ? 'Subject of the person' : 'Name of the service'}
            value={form.subject}
            onChange={(subject) => onChange({ subject })}
            hint={
              form.holder === 'user'
                ? 'It has the groups of the person, and stops with a freeze.'
                : 'As SERVICE_IDENTITIES names it.'
            }
            error={faults.subject}
            maxLength={256}
            isRequired
          />
        )}
        <TextField
          label="Ends after days"
          value={form.days}
          onChange={(days) => onChange({ days })}
          hint="1 to 366."
          error={faults.days}
          maxLength={3}
          isRequired
        />
      </div>
      <details className={styles.more} open={faults.wires !== undefined || undefined}>
        <summary>Narrow what it may do</summary>
        <div className={styles.form}>
          <TextField
            label="Models"
            value={form.models}
            onChange={(models) => onChange({ models })}
            hint="With commas between them. All that its owner may use where this is empty; never more."
          />
          <Wires wires={form.wires} error={faults.wires} onChange={(wires) => onChange({ wires })} />
        </div>
      </details>
      <details className={styles.more} open={KEYS_OF_LIMITS.some((name) => name in faults) || undefined}>
        <summary>Limits of its own</summary>
        <p className={styles.quiet}>Beside those of its owner, at all gateways together. An empty field is no limit.</p>
        <LimitFields limits={form.limits} onChange={(limits) => onChange({ limits })} faults={faults} />
      </details>
    </>
  )
}

const KEYS_OF_LIMITS = [
  'requests_per_minute',
  'tokens_per_minute',
  'tokens_per_day',
  'tokens_per_month',
  'cost_per_day',
  'cost_per_month',
]

interface WiresProps {
  readonly wires: KeyForm['wires']
  readonly error: string | undefined
  readonly onChange: (wires: KeyForm['wires']) => void
}

function Wires({ wires, error, onChange }: WiresProps) {
  const id = useId()
  return (
    <fieldset className={styles.wires} aria-describedby={id}>
      <legend className={styles.label}>May be used for</legend>
      {KEY_WIRES.map(({ value, label }) => (
        <CheckField
          key={value}
          label={label}
          isOn={wires.includes(value)}
          onChange={(isOn) => onChange(isOn ? [...wires, value] : wires.filter((wire) => wire !== value))}
        />
      ))}
      <p id={id} className={styles.fault}>
        {error}
      </p>
    </fieldset>
  )
}
