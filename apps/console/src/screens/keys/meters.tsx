import { classNames } from '../../design/class-names.ts'
import styles from './keys.module.css'
import { type LimitMeter, meterWords, shareOf } from './limit-meters.ts'

const NEARLY = 0.8

/** Limits of a day and a month, each with a bar of what is gone of it. */
export function Meters({ label, meters }: { readonly label: string; readonly meters: readonly LimitMeter[] }) {
  return (
    <ul className={styles.meters} aria-label={label}>
      {meters.map((meter) => {
        const share = shareOf(meter)
        const tone = share >= 1 ? styles.spent : share >= NEARLY ? styles.nearly : styles.room
        return (
          <li key={meter.id}>
            <span className={styles.meterName}>{meter.label}</span>
            <span className={styles.meterWords}>
              {meterWords(meter)}
              {share >= 1 && <b> · used up</b>}
            </span>
            <svg className={styles.track} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width="100" height="8" className={styles.ground} />
              <rect width={share * 100} height="8" className={classNames(styles.soft, tone)} />
              <rect width={shareOf({ ...meter, taken: undefined }) * 100} height="8" className={tone} />
            </svg>
          </li>
        )
      })}
    </ul>
  )
}
