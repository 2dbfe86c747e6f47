import type { Spending, Used } from '../../api/keys.ts'
import { currencyOf, formatMoney } from './amounts.ts'

/** Limits on tokens and money, and what gateways have taken of them. */
type Limits = Pick<Spending, 'tokens_per_day' | 'tokens_per_month' | 'cost_per_day' | 'cost_per_month'>

/** One limit with what is used of it. */
export interface LimitMeter {
  readonly id: string
  readonly label: string
  readonly limit: number
  /** What answers have cost so far, in the unit of the limit. */
  readonly used: number | undefined
  /** What gateways have spent or set aside; undefined where it is not told. */
  readonly taken: number | undefined
  /** Writes an amount of this unit. */
  readonly write: (amount: number) => string
}

const METERS = [
  ['tokens_per_day', 'Tokens today', 'day'],
  ['tokens_per_month', 'Tokens this month', 'month'],
  ['cost_per_day', 'Spend today', 'day'],
  ['cost_per_month', 'Spend this month', 'month'],
] as const

const MICROS = 1_000_000

/**
 * The limits of a day and a month, each with what is used of it.
 *
 * @param used What the owner of the limits has used; undefined where that is not known.
 * @param currency That of the prices, where it is known.
 */
export function limitMeters(
  limits: Limits,
  taken: Spending['taken'],
  used: readonly Used[] | undefined,
  currency = used && currencyOf(used),
): LimitMeter[] {
  return METERS.flatMap(([id, label, window]) => {
    const limit = limits[id]
    if (limit === undefined) return []
    const isMoney = id.startsWith('cost')
    const sum = used?.reduce((all, one) => all + (isMoney ? one[window].cost_micros / MICROS : one[window].tokens), 0)
    const write = (amount: number) =>
      isMoney && currency !== undefined ? formatMoney(amount * MICROS, currency) : amount.toLocaleString('en')
    return { id, label, limit, used: sum, taken: taken?.[id], write }
  })
}

/** How much of a limit an amount is, 0 to 1; of a limit of nothing all is gone. */
export function shareOf(limit: number, amount: number | undefined = 0): number {
  return limit === 0 ? 1 : Math.min(1, amount / limit)
}

const NEARLY = 0.8

/** How much is left: room, little, nothing that could be taken now, or nothing. */
export function stateOf({ limit, used, taken }: LimitMeter): 'room' | 'nearly' | 'all-taken' | 'spent' {
  const share = shareOf(limit, used ?? taken)
  if (share >= 1) return 'spent'
  if (shareOf(limit, taken) >= 1) return 'all-taken'
  return share >= NEARLY ? 'nearly' : 'room'
}

/** Says what is used of a limit: `1,204 of 5,000 · 1,500 taken`. */
export function meterWords({ limit, used, taken, write }: LimitMeter): string {
  if (used === undefined)
    return taken === undefined ? `at most ${write(limit)}` : `${write(taken)} of ${write(limit)} taken`
  const ahead = taken !== undefined && taken > used ? ` · ${write(taken)} taken` : ''
  return `${write(used)} of ${write(limit)}${ahead}`
}
