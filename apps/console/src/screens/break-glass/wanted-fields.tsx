import type { EntityType } from '../../api/break-glass.ts'
import { TextField } from '../../design/field.tsx'
import styles from './break-glass.module.css'
import type { Faults } from './opening.ts'
import { TypeChoice } from './type-choice.tsx'

/** Whose values are wanted, which, and for how long, as a person has written it. */
export interface Wanted {
  readonly session: string
  readonly user: string
  readonly minutes: string
  readonly types: readonly EntityType[]
}

interface WantedFieldsProps {
  readonly wanted: Wanted
  readonly onChange: (wanted: Wanted) => void
  readonly faults: Faults
}

/** The part of the form that a drill does without. */
export function WantedFields({ wanted, onChange, faults }: WantedFieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label="Session"
          value={wanted.session}
          onChange={(session) => onChange({ ...wanted, session })}
          hint="Its number, as lists and answers name it."
          error={faults.session}
          isRequired
        />
        <TextField
          label="User"
          value={wanted.user}
          onChange={(user) => onChange({ ...wanted, user })}
          hint="Only where the session has ended."
          maxLength={256}
        />
      </div>
      <TypeChoice chosen={wanted.types} onChange={(types) => onChange({ ...wanted, types })} error={faults.types} />
      <TextField
        label="Minutes"
        value={wanted.minutes}
        onChange={(minutes) => onChange({ ...wanted, minutes })}
        hint="1 to 60, counted from the second key."
        error={faults.minutes}
        isRequired
      />
    </>
  )
}
