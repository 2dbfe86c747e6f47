import { ENTITY_TYPES } from '@sluice/contracts/entity-types'
import { useId } from 'react'
import type { EntityType } from '../../api/break-glass.ts'
import styles from './break-glass.module.css'

/** The types that are asked for most, in the order in which a person looks for them. */
const USUAL: readonly EntityType[] = [
  ...(['PERSON', 'EMAIL_ADDRESS', 'PHONE_NUMBER', 'STREET_ADDRESS', 'LOCATION', 'ORGANIZATION'] as const),
  ...(['DATE_OF_BIRTH', 'IP_ADDRESS', 'US_SSN', 'IBAN_CODE', 'ACCOUNT_NUMBER', 'CREDIT_CARD'] as const),
  ...(['MEDICAL_RECORD_NUMBER', 'DIAGNOSIS', 'MEDICATION', 'CODENAME'] as const),
]
const OTHERS = ENTITY_TYPES.filter((type) => !USUAL.includes(type)).toSorted()

interface TypeChoiceProps {
  readonly chosen: readonly EntityType[]
  readonly onChange: (types: readonly EntityType[]) => void
  readonly error: string | undefined
}

/** Which types of values are to be seen: as few as the purpose needs. */
export function TypeChoice({ chosen, onChange, error }: TypeChoiceProps) {
  const id = useId()
  const shown = [...USUAL, ...OTHERS.filter((type) => chosen.includes(type))]
  return (
    <fieldset className={styles.types} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>Values of these types only</legend>
      <div className={styles.typeGrid}>
        {shown.map((type) => (
          <label key={type}>
            <input
              type="checkbox"
              checked={chosen.includes(type)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, type] : chosen.filter((other) => other !== type))
              }
            />
            {type}
          </label>
        ))}
      </div>
      <label htmlFor={`${id}-more`} className={styles.moreLabel}>
        Another type
      </label>
      <select
        id={`${id}-more`}
        className={styles.more}
        value=""
        onChange={({ target }) => {
          const type = OTHERS.find((other) => other === target.value)
          if (type !== undefined) onChange([...chosen, type])
        }}
      >
        <option value="">Choose one of {OTHERS.length}</option>
        {OTHERS.filter((type) => !chosen.includes(type)).map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.fault}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
