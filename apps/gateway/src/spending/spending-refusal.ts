import { SluiceError } from '@sluice/contracts'
import type { OwnSpendingLimits, SpendingLimits } from '@sluice/policy'

/** Whose limit it is, and which. */
export interface LimitOwner extends Pick<OwnSpendingLimits, 'scope' | 'name'> {
  readonly limit: keyof SpendingLimits
}

const UNITS: Readonly<Record<keyof SpendingLimits, string>> = {
  tokensPerMinute: 'tokens a minute',
  tokensPerDay: 'tokens a day',
  tokensPerMonth: 'tokens a month',
  costPerDay: 'a day',
  costPerMonth: 'a month',
}

/** The error of tokens that are used up for now. */
export function tokensRefusal(owner: LimitOwner, limit: number, waitMs: number): SluiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
  const message = `Too many tokens: ${limitText(owner, limit)}. Try again in ${retryAfterSeconds} s.`
  return new SluiceError({ code: 'rate_limit_exceeded', message, retryAfterSeconds })
}

/** The error of a budget that is spent, or has too little left for the request. */
export function budgetRefusal(owner: LimitOwner, limit: number, endsAtMs: number): SluiceError {
  const end = new Date(endsAtMs).toISOString().replace('.000Z', 'Z')
  const message = `Too little is left of the budget for this request: ${limitText(owner, limit)}. It begins anew at ${end}.`
  return new SluiceError({ code: 'budget_exceeded', message })
}

function limitText({ scope, name, limit }: LimitOwner, amount: number): string {
  const whose = scope === 'user' ? 'your user' : `your ${scope} ${name}`
  return `the limit of ${whose} is ${amount} ${UNITS[limit]}`
}
