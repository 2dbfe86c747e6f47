import { SluiceError, TEXT_LIMITS } from '@sluice/contracts'

const NAMES: Readonly<Record<keyof typeof TEXT_LIMITS, string>> = {
  values: 'values (members and items)',
  texts: 'texts',
  memberNames: 'member names',
  findings: 'sensitive values',
  distinctValues: 'different sensitive values',
}

/** Refuses a request that holds more of something than `TEXT_LIMITS` allows: `request_too_large`, saying of what. */
export function requireAtMost(what: keyof typeof TEXT_LIMITS, count: number): void {
  const limit = TEXT_LIMITS[what]
  if (count <= limit) return
  const message = `The request holds more than ${limit} ${NAMES[what]}. Send less at once.`
  throw new SluiceError({ code: 'request_too_large', message })
}
