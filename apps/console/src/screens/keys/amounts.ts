import type { Used } from '../../api/keys.ts'

const MICROS = 1_000_000
const NO_PRICE = 'no price'

/** Writes money: `€12.30`; that there is no price where there is none. */
export function formatMoney(micros: number, currency: string | undefined): string {
  if (currency === undefined) return NO_PRICE
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(micros / MICROS)
}

/** Adds up what was used over all currencies, and writes what was spent in each. */
export function sumUp(used: readonly Used[], window: 'day' | 'month') {
  const sums = used.map((one) => one[window])
  const money = used.flatMap(({ currency, [window]: { cost_micros: micros } }) =>
    currency === undefined ? [] : formatMoney(micros, currency),
  )
  return {
    requests: sums.reduce((sum, { requests }) => sum + requests, 0),
    tokens: sums.reduce((sum, { tokens }) => sum + tokens, 0),
    spent: money.length === 0 ? NO_PRICE : money.join(' + '),
  }
}

/** The one currency in which something was spent; undefined where there is none, or several. */
export function currencyOf(used: readonly Used[]): string | undefined {
  const currencies = new Set(used.flatMap(({ currency }) => currency ?? []))
  return currencies.size === 1 ? [...currencies][0] : undefined
}
