import type { Used } from '../../api/keys.ts'
import { Figure } from '../../design/plot.tsx'
import { sumUp } from './amounts.ts'
import styles from './keys.module.css'

/** Requests, tokens and money of today, with those of the month below. */
export function UsedFigures({ used }: { readonly used: readonly Used[] }) {
  const [day, month] = [sumUp(used, 'day'), sumUp(used, 'month')]
  return (
    <div className={styles.figures}>
      <Figure
        label="Requests today"
        value={day.requests.toLocaleString()}
        detail={`${month.requests.toLocaleString()} this month`}
      />
      <Figure
        label="Tokens today"
        value={day.tokens.toLocaleString()}
        detail={`${month.tokens.toLocaleString()} this month`}
      />
      <Figure label="Spent today" value={day.spent} detail={`${month.spent} this month`} />
    </div>
  )
}
