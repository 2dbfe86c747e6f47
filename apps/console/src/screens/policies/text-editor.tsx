import { useId, useRef } from 'react'
import type { PolicyFault } from '../../api/policies.ts'
import { classNames } from '../../design/class-names.ts'
import { Icon } from '../../design/icon.tsx'
import { ProblemWords } from '../../design/states.tsx'
import { offsetOf } from './offset-of.ts'
import styles from './policies.module.css'
import type { Validation } from './use-validation.ts'

/** The API takes no longer text. In UTF-16 code units. */
const MAX_LENGTH = 10_000
const MIN_ROWS = 10

interface TextEditorProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly validation: Validation
}

/** A field for Cedar with the numbers of its lines. What is wrong is listed under it, and marked beside its line. */
export function TextEditor({ text, onChange, validation }: TextEditorProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const { errors, warnings } = validation
  const count = Math.max(text.split('\n').length + 1, MIN_ROWS)
  const marks = new Map([
    ...warnings.map(({ line }) => [line, styles.warned] as const),
    ...errors.map(({ line }) => [line, styles.wrong] as const),
  ])
  const goTo = ({ line, column }: PolicyFault) => {
    const offset = offsetOf(text, line, column)
    area.current?.focus()
    area.current?.setSelectionRange(offset, offset)
  }
  return (
    <div className={styles.editing}>
      <label htmlFor={id} className="visually-hidden">
        Cedar policy
      </label>
      <div className={styles.editor}>
        <div className={styles.gutter} aria-hidden="true">
          {Array.from({ length: count }, (_, index) => (
            <span key={index} className={marks.get(index + 1)}>
              {index + 1}
            </span>
          ))}
        </div>
        <textarea
          ref={area}
          id={id}
          value={text}
          rows={count}
          maxLength={MAX_LENGTH}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-invalid={errors.length > 0}
          aria-describedby={`${id}-found`}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      <div id={`${id}-found`} className={styles.found} role="status">
        <Found validation={validation} onGo={goTo} />
      </div>
    </div>
  )
}

interface FoundProps {
  readonly validation: Validation
  readonly onGo: (fault: PolicyFault) => void
}

function Found({ validation, onGo }: FoundProps) {
  const { errors, warnings, isValid, isChecking, error } = validation
  if (error !== null) return <ProblemWords error={error} />
  return (
    <>
      {[
        ...errors.map((fault) => ({ fault, isError: true })),
        ...warnings.map((fault) => ({ fault, isError: false })),
      ].map(({ fault, isError }, index) => (
        <button
          key={index}
          type="button"
          className={classNames(styles.fault, isError ? styles.isError : styles.isWarning)}
          onClick={() => onGo(fault)}
        >
          <Icon name="warning" />
          <span>
            <b>
              Line {fault.line}, column {fault.column}
            </b>{' '}
            {fault.message}
          </span>
        </button>
      ))}
      {isValid && (
        <p className={styles.fine}>
          <Icon name="check" /> {warnings.length === 0 ? 'It can be published.' : 'It can be published all the same.'}
        </p>
      )}
      {isChecking && errors.length === 0 && <p className={styles.quiet}>Checking …</p>}
    </>
  )
}
