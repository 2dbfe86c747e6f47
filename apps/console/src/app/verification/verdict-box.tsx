import type { ReactNode } from 'react'
import { classNames } from '../../design/class-names.ts'
import { Icon } from '../../design/icon.tsx'
import styles from './verdict-box.module.css'

interface VerdictBoxProps {
  /** `unknown` where nothing could be found out. */
  readonly verdict: 'proved' | 'fault' | 'unknown'
  readonly title: string
  /** Sentences: what was proved, or what is wrong. */
  readonly proved: readonly string[]
  readonly notProved?: readonly string[]
  readonly more?: ReactNode
}

/** Says what was proved and, in the same size, what was not. */
export function VerdictBox({ verdict, title, proved, notProved = [], more }: VerdictBoxProps) {
  return (
    <div className={classNames(styles.box, styles[verdict])} role={verdict === 'proved' ? 'status' : 'alert'}>
      <p className={styles.title}>
        <Icon name={verdict === 'proved' ? 'check' : 'warning'} />
        {title}
      </p>
      <ul className={styles.list}>
        {proved.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {notProved.length > 0 && (
        <>
          <p className={styles.not}>Not proved</p>
          <ul className={styles.list}>
            {notProved.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      {more !== undefined && <p className={styles.more}>{more}</p>}
    </div>
  )
}
