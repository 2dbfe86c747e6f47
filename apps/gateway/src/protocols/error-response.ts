import { ERRORS, type Refusal, waitSecondsOf } from '@sluice/contracts'

/**
 * The response for a refusal, with a body in the form of its wire. The status picks the error class of the official
 * clients, and `x-should-retry: false` keeps them from sending a refused request three times.
 *
 * @param status where the wire has another one than the error table.
 */
export function errorResponse(refusal: Refusal, body: unknown, status: number = ERRORS[refusal.code].status): Response {
  const retry = refusal.retry ?? ERRORS[refusal.code].retry
  const headers: Record<string, string> = { 'content-type': 'application/json', ...refusal.rateLimit }
  if (!retry) headers['x-should-retry'] = 'false'
  const waitSeconds = waitSecondsOf(refusal)
  if (waitSeconds !== undefined) headers['retry-after'] = String(waitSeconds)
  // What is left of a body that was refused is not worth waiting for.
  if (status === 413) headers.connection = 'close'
  return new Response(JSON.stringify(body), { status, headers })
}

/** What the caller reads of a refusal. */
export function messageOf({ code, message }: Refusal): string {
  return message ?? ERRORS[code].publicMessage
}
