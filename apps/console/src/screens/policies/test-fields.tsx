import { CheckField } from '../../design/check-field.tsx'
import { SelectField, TextField } from '../../design/field.tsx'
import { EFFECTS } from './effect.tsx'
import styles from './policies.module.css'
import { FORM_ACTIONS, fieldsOf, type TestFaults, type TestForm } from './test-form.ts'

const EFFECT_OPTIONS = [
  { value: 'permit', label: EFFECTS.permit.words },
  { value: 'hold', label: EFFECTS.hold.words },
  { value: 'require-reason', label: EFFECTS['require-reason'].words },
  { value: 'forbid', label: EFFECTS.forbid.words },
] as const

interface TestFieldsProps {
  readonly form: TestForm
  readonly faults: TestFaults
  readonly onChange: (next: Partial<TestForm>) => void
}

/** Who asks what, and what shall come of it. */
export function TestFields({ form, faults, onChange }: TestFieldsProps) {
  const { action, groups, by, effect } = form
  const fields = fieldsOf(action)
  const resource = FORM_ACTIONS.find(({ value }) => value === action)?.resource ?? 'Resource'
  return (
    <>
      <TextField label="What it is about" value={form.name} onChange={(name) => onChange({ name })} maxLength={200} />
      <div className={styles.pair}>
        <TextField
          label="Somebody in the groups"
          value={groups}
          onChange={(text) => onChange({ groups: text })}
          hint="With commas between them. Nobody is looked up."
        />
        <TextField
          label="With the subject"
          value={form.as}
          onChange={(as) => onChange({ as })}
          hint="Only where it matters."
          maxLength={256}
        />
      </div>
      <SelectField label="who" value={action} options={FORM_ACTIONS} onChange={(next) => onChange({ action: next })} />
      <div className={styles.pair}>
        <TextField
          label={resource}
          value={form.resource}
          onChange={(text) => onChange({ resource: text })}
          error={faults.resource}
          maxLength={256}
          isRequired
        />
        {fields.tile && (
          <TextField
            label="Level of its data"
            value={form.tile}
            onChange={(tile) => onChange({ tile })}
            hint={fields.route ? '0 to 7.' : '0 to 7; empty before it was looked at.'}
            error={faults.tile}
            maxLength={1}
          />
        )}
        {fields.route && <EndpointFields form={form} faults={faults} onChange={onChange} />}
      </div>
      {fields.reason && (
        <CheckField label="With a reason" isOn={form.reason} onChange={(reason) => onChange({ reason })} />
      )}
      <SelectField
        label="shall be"
        value={effect}
        options={EFFECT_OPTIONS}
        onChange={(next) => onChange({ effect: next })}
      />
      <TextField
        label="By the policies"
        value={by}
        onChange={(text) => onChange({ by: text })}
        hint="All that determine it, with commas between them; empty where that does not matter."
      />
    </>
  )
}

/** What of an endpoint policies look at. */
function EndpointFields({ form, faults, onChange }: TestFieldsProps) {
  return (
    <>
      <TextField
        label="Level that the endpoint may see"
        value={form.permittedLevel}
        onChange={(permittedLevel) => onChange({ permittedLevel })}
        error={faults.permittedLevel}
        maxLength={1}
        isRequired
      />
      <TextField
        label="Region of the endpoint"
        value={form.region}
        onChange={(region) => onChange({ region })}
        maxLength={256}
      />
    </>
  )
}
