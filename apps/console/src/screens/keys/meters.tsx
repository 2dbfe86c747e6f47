import { classNames } from '../../design/class-names.ts'
import styles from './keys.module.css'
import { type LimitMeter, meterWords, shareOf, stateOf } from './limit-meters.ts'

const STATES = {
  room: { words: '', tone: styles.room },
  nearly: { words: '', tone: styles.nearly },
  'all-taken': { words: 'nothing left to take', tone: styles.nearly },
  spent: { words: 'used up', tone: styles.spent },
} as const

/** Limits of a day and a month, each with a bar: strong for what is used, pale for what gateways have taken beyond. */
export function Meters({ label, meters }: { readonly label: string; readonly meters: readonly LimitMeter[] }) {
  return (
    <ul className={styles.meters} aria-label={label}>
      {meters.map((meter) => {
        const { id, label: name, limit, used, taken } = meter
        const { words, tone } = STATES[stateOf(meter)]
        return (
          <li key={id}>
            <span className={styles.meterName}>{name}</span>
            <span className={styles.meterWords}>
              {meterWords(meter)}
              {words !== '' && <b> · {words}</b>}
            </span>
            <svg className={styles.track} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width="100" height="8" className={styles.ground} />
              <rect width={shareOf(limit, taken) * 100} height="8" className={classNames(styles.soft, tone)} />
              <rect width={shareOf(limit, used) * 100} height="8" className={tone} />
            </svg>
          </li>
        )
      })}
    </ul>
  )
}
