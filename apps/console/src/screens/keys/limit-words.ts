import type { Spending, UserLimits } from '../../api/keys.ts'
import { formatMoney } from './amounts.ts'

const USE = [
  ['requests_per_minute', 'requests a minute'],
  ['refusals_per_minute', 'refused requests a minute'],
  ['open_exchanges', 'open at a time'],
] as const

const SPENDING = [
  ['tokens_per_minute', 'tokens a minute'],
  ['tokens_per_day', 'tokens a day'],
  ['tokens_per_month', 'tokens a month'],
] as const

const MONEY = [
  ['cost_per_day', 'a day'],
  ['cost_per_month', 'a month'],
] as const

const MEBIBYTE = 1_048_576
const MICROS = 1_000_000

type Amounts<Name extends string> = { readonly [Limit in Name]?: number | undefined }

/**
 * Writes limits in one line: `300 requests a minute · 5,000 tokens a day`; nothing where there is none.
 *
 * @param currency That of the prices, where it is known.
 */
export function limitWords(
  use: UserLimits['use'] | undefined = {},
  spending: Amounts<Exclude<keyof Spending, 'scope' | 'name' | 'taken'>> = {},
  currency?: string,
): string {
  const write = (limit: number | undefined, words: string) =>
    limit === undefined ? [] : [`${limit.toLocaleString('en')} ${words}`]
  return [
    ...USE.flatMap(([name, words]) => write(use[name], words)),
    ...write(use.bytes_in_flight && Math.round(use.bytes_in_flight / MEBIBYTE), 'MiB of bodies at a time'),
    ...SPENDING.flatMap(([name, words]) => write(spending[name], words)),
    ...MONEY.flatMap(([name, words]) => {
      const limit = spending[name]
      if (limit === undefined) return []
      return `${currency === undefined ? `${limit.toLocaleString('en')} units of money` : formatMoney(limit * MICROS, currency)} ${words}`
    }),
  ].join(' · ')
}
