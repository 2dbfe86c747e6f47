import type { Spending, UserLimits } from '../../api/keys.ts'

const USE = [
  ['requests_per_minute', 'requests a minute'],
  ['refusals_per_minute', 'refused requests a minute'],
  ['open_exchanges', 'open at a time'],
] as const

const SPENDING = [
  ['tokens_per_minute', 'tokens a minute'],
  ['tokens_per_day', 'tokens a day'],
  ['tokens_per_month', 'tokens a month'],
  ['cost_per_day', 'units of money a day'],
  ['cost_per_month', 'units of money a month'],
] as const

const MEBIBYTE = 1_048_576

type Amounts<Name extends string> = { readonly [Limit in Name]?: number | undefined }

/** Writes limits in one line: `300 requests a minute · 5,000 tokens a day`; nothing where there is none. */
export function limitWords(
  use: UserLimits['use'] | undefined = {},
  spending: Amounts<Exclude<keyof Spending, 'scope' | 'name' | 'taken'>> = {},
): string {
  const write = (limit: number | undefined, words: string) =>
    limit === undefined ? [] : [`${limit.toLocaleString('en')} ${words}`]
  return [
    ...USE.flatMap(([name, words]) => write(use[name], words)),
    ...write(use.bytes_in_flight && Math.round(use.bytes_in_flight / MEBIBYTE), 'MiB of bodies at a time'),
    ...SPENDING.flatMap(([name, words]) => write(spending[name], words)),
  ].join(' · ')
}
