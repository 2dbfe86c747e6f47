import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import styles from './field.module.css'
import { Icon } from './icon.tsx'
import { useKey } from './keys.ts'

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly isRequired?: boolean
  /** Shows what stays as it is. */
  readonly isReadOnly?: boolean
  readonly maxLength?: number
  /** More than one makes it an area of so many lines. */
  readonly rows?: number
}

/** A labelled field for text. */
export function TextField({
  label,
  value,
  onChange,
  hint,
  error,
  isRequired = false,
  isReadOnly = false,
  maxLength,
  rows = 1,
}: TextFieldProps) {
  const id = useId()
  const shared = {
    id,
    value,
    maxLength,
    required: isRequired,
    readOnly: isReadOnly,
    className: styles.input,
    'aria-invalid': error !== undefined,
    'aria-describedby': `${id}-hint`,
    autoComplete: 'off',
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {rows > 1 ? (
        <textarea {...shared} rows={rows} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <input {...shared} onChange={({ target }) => onChange(target.value)} />
      )}
      <p id={`${id}-hint`} className={error === undefined ? styles.hint : styles.error}>
        {error ?? hint}
      </p>
    </div>
  )
}

interface SelectFieldProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
  /** Has its label above it, as the fields of a form have; beside it, as in a filter bar, where it is left out. */
  readonly isStacked?: boolean
}

/** A choice among a few. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, value, options, onChange, isStacked = false } = props
  const id = useId()
  return (
    <div className={isStacked ? styles.stacked : styles.inline}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.input}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

interface SearchFieldProps {
  readonly label: string
  /** What is searched for now; the field follows it. */
  readonly value: string
  readonly placeholder: string
  readonly onSearch: (value: string) => void
}

/** The search of a screen: `/` goes to it, Enter searches, Escape empties it. */
export function SearchField({ label, value, placeholder, onSearch }: SearchFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useKey({ key: '/', label: 'Search' }, () => input.current?.focus())
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <label htmlFor={id} className="visually-hidden">
          {label}
        </label>
        <Icon name="search" />
        <input
          ref={input}
          id={id}
          type="search"
          enterKeyHint="search"
          className={styles.input}
          value={text}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            setText(target.value)
            if (target.value === '') onSearch('')
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            setText('')
            onSearch('')
            event.currentTarget.blur()
          }}
        />
        <span className={styles.key} aria-hidden="true">
          /
        </span>
      </form>
    </search>
  )
}

interface SegmentsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string; readonly count?: string | undefined }[]
  readonly onChange: (value: Value) => void
}

/** One of a few views of a list, all of them to be seen. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset className={styles.segments}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span className={styles.count}>{option.count}</span>}
        </button>
      ))}
    </fieldset>
  )
}

/** Holds the search and the filters of a list. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>
}
