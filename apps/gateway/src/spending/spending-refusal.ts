import { SluiceError } from '@sluice/contracts'
import type { SpendingLimits } from '@sluice/policy'
import type { SpendingOwner } from './spending-limits.ts'

/** Whose limit it is, and which. */
export interface LimitOwner extends Pick<SpendingOwner, 'scope' | 'name'> {
  readonly limit: keyof SpendingLimits
}

const UNITS: Readonly<Record<keyof SpendingLimits, string>> = {
  tokensPerMinute: 'tokens a minute',
  tokensPerDay: 'tokens a day',
  tokensPerMonth: 'tokens a month',
  costPerDay: 'a day',
  costPerMonth: 'a month',
}

const TOO_LITTLE = 'Too little is left of the budget'
/** What an endpoint may cost is told to nobody: all tenants share it. */
const ENDPOINT_BUDGET = `${TOO_LITTLE} of the model endpoint for this request.`
const ENDPOINT_TOKENS = 'The model endpoint is sent no more tokens this minute.'

/** The error of tokens that are used up for now. */
export function tokensRefusal(owner: LimitOwner, limit: number, waitMs: number): SluiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
  const tooMany = owner.scope === 'endpoint' ? ENDPOINT_TOKENS : `Too many tokens: ${limitText(owner, limit)}.`
  const message = `${tooMany} Try again in ${retryAfterSeconds} s.`
  return new SluiceError({ code: 'rate_limit_exceeded', message, retryAfterSeconds })
}

/** The error of a budget that is spent, or has too little left for the request. */
export function budgetRefusal(owner: LimitOwner, limit: number, endsAtMs: number): SluiceError {
  const end = new Date(endsAtMs).toISOString().replace('.000Z', 'Z')
  const tooLittle =
    owner.scope === 'endpoint' ? ENDPOINT_BUDGET : `${TOO_LITTLE} for this request: ${limitText(owner, limit)}.`
  const message = `${tooLittle} It begins anew at ${end}.`
  return new SluiceError({ code: 'budget_exceeded', message })
}

function limitText({ scope, name, limit }: LimitOwner, amount: number): string {
  const whose = scope === 'user' ? 'your user' : `your ${scope === 'key' ? 'API key' : scope} ${name}`
  return `the limit of ${whose} is ${amount} ${UNITS[limit]}`
}
