import { classNames } from '../../design/class-names.ts'
import { diffLines } from './line-diff.ts'
import styles from './policies.module.css'

/** The text of a policy with the numbers of its lines. */
export function PolicyText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by the keyboard as well
    <section className={styles.code} aria-label={label} tabIndex={0}>
      <table>
        <tbody>
          {text.split('\n').map((line, index) => (
            <tr key={index}>
              <td className={styles.number}>{index + 1}</td>
              <td className={styles.line}>{line}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const MARKS = { same: '', added: '+', removed: '−' } as const
const SPOKEN = { same: '', added: 'added: ', removed: 'removed: ' } as const

interface PolicyDiffProps {
  readonly before: string
  readonly after: string
  readonly label: string
}

/** What has changed between two texts, line by line. */
export function PolicyDiff({ before, after, label }: PolicyDiffProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by the keyboard as well
    <section className={styles.code} aria-label={label} tabIndex={0}>
      <table>
        <tbody>
          {diffLines(before, after).map(({ kind, before: old, after: now, text }, index) => (
            <tr key={index} className={classNames(kind !== 'same' && styles[kind])}>
              <td className={styles.number}>{old}</td>
              <td className={styles.number}>{now}</td>
              <td className={styles.mark} aria-hidden="true">
                {MARKS[kind]}
              </td>
              <td className={styles.line}>
                <span className="visually-hidden">{SPOKEN[kind]}</span>
                {text}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
