import type { ReactNode } from 'react'
import styles from './chip.module.css'
import { classNames } from './class-names.ts'
import { tokenWords } from './token-words.ts'

export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'danger'

interface ChipProps {
  readonly tone?: Tone
  readonly children: ReactNode
  readonly title?: string
}

/** A short word about a thing: its state, its role. Colour never says alone what the word does not. */
export function Chip({ tone = 'neutral', children, title }: ChipProps) {
  return (
    <span className={classNames(styles.chip, styles[tone])} title={title}>
      {children}
    </span>
  )
}

const LEVEL_NAMES = [
  'public',
  'internal',
  'names and places of persons',
  'contact data',
  'national and account identifiers',
  'payment and financial data',
  'health data',
  'secrets and the highest codename class',
] as const

/** What data of a level, 0 to 7, are. */
export function levelName(level: number): string {
  return LEVEL_NAMES[level] ?? 'unknown'
}

/** A level of the one scale for data, endpoints and callers, 0 to 7; more bars are more sensitive. */
export function LevelChip({ level, isNamed = false }: { readonly level: number; readonly isNamed?: boolean }) {
  const name = levelName(level)
  return (
    <span className={classNames(styles.level, styles[`level${level}`])} title={`Level ${level}: ${name}`}>
      <svg width="30" height="12" viewBox="0 0 30 12" aria-hidden="true">
        {LEVEL_NAMES.slice(1).map((step, index) => (
          <rect
            key={step}
            x={index * 4.3}
            y={8 - index * 1.15}
            width="2.9"
            height={4 + index * 1.15}
            rx="0.8"
            className={index < level ? styles.on : styles.off}
          />
        ))}
      </svg>
      Level {level}
      {isNamed && <span className={styles.levelName}>{name}</span>}
    </span>
  )
}

/** An action category, A to H, with its name: from "inform" to "decide about people". */
export function CategoryChip({ category, name }: { readonly category: string; readonly name: string }) {
  return (
    <span className={styles.category}>
      <span className={styles.letter}>{category}</span>
      {name.replaceAll('-', ' ')}
    </span>
  )
}

/** A token in the place of a value: the value's type, and enough of the id to tell two apart. */
export function TokenChip({ token }: { readonly token: string }) {
  const { type, id } = tokenWords(token)
  return (
    <span className={styles.token} title={`${token} stands for a value`}>
      {type}
      <span className={styles.tokenId}>{id}</span>
    </span>
  )
}
