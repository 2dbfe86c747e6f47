import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './plot.module.css'

interface BarRow {
  readonly id: string
  readonly label: ReactNode
  readonly value: number
  /** How the value is written; the number by default. */
  readonly words?: string
  readonly tone?: 'accent' | 'danger' | 'warn'
}

interface BarListProps {
  readonly label: string
  readonly rows: readonly BarRow[]
  /** The value of a full bar; the largest of the rows, 1 at least, by default. */
  readonly most?: number
}

/** Amounts side by side: a bar for each, and its number. */
export function BarList({ label, rows, most = Math.max(1, ...rows.map(({ value }) => value)) }: BarListProps) {
  return (
    <ul className={styles.bars} aria-label={label}>
      {rows.map(({ id, label: name, value, words, tone = 'accent' }) => (
        <li key={id}>
          <span className={styles.name}>{name}</span>
          <svg className={styles.track} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="8" className={styles.ground} />
            <rect width={(100 * value) / most} height="8" className={styles[tone]} />
          </svg>
          <span className={styles.value}>{words ?? value.toLocaleString()}</span>
        </li>
      ))}
    </ul>
  )
}

interface SparklineProps {
  /** What the line shows, for those who do not see it: "Requests in each of the last 60 minutes". */
  readonly label: string
  readonly values: readonly number[]
  readonly tone?: 'accent' | 'danger'
}

const WIDTH = 240
const HEIGHT = 44
const INSET = 2

/** A line of values over equal steps of time, from zero up. */
export function Sparkline({ label, values, tone = 'accent' }: SparklineProps) {
  const largest = Math.max(1, ...values)
  const step = values.length > 1 ? WIDTH / (values.length - 1) : 0
  const points = values.map((value, index) => {
    const y = HEIGHT - INSET - ((HEIGHT - 2 * INSET) * value) / largest
    return `${(index * step).toFixed(1)},${y.toFixed(1)}`
  })
  const words = `${label}: at most ${largest.toLocaleString()}, now ${(values.at(-1) ?? 0).toLocaleString()}`
  return (
    <svg
      className={classNames(styles.spark, styles[`${tone}Line`])}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words}
    >
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: string
  readonly detail?: ReactNode
  readonly tone?: 'warn' | 'danger' | undefined
  readonly children?: ReactNode
}

/** One number that matters, with what it is. */
export function Figure({ label, value, detail, tone, children }: FigureProps) {
  return (
    <div className={styles.figure}>
      <p className={styles.label}>{label}</p>
      <p className={classNames(styles.number, tone && styles[`${tone}Text`])}>{value}</p>
      {detail !== undefined && <p className={styles.label}>{detail}</p>}
      {children}
    </div>
  )
}
