import type { EndpointCall } from '@sluice/pipeline/ports'
import { brokenOff, toFault } from './answer-fault.ts'
import type { UpstreamBody, UpstreamResponse } from './upstream-exchange.ts'

/** The answer's own word counts: some servers stream unasked, some ignore `stream`. */
export function isStream({ headers }: UpstreamResponse, asked: boolean): boolean {
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType === 'text/event-stream') return true
  if (mediaType === 'application/json') return false
  return asked
}

/** Waits for the first batch, so that a failure before it can still go to another endpoint. */
export async function beginAnswer<Item>(
  body: Pick<UpstreamBody, 'cancel'>,
  batches: AsyncGenerator<readonly Item[], void>,
  { signal, brokeOff }: Pick<EndpointCall, 'signal' | 'brokeOff'>,
): Promise<AsyncIterable<readonly Item[]>> {
  let first: IteratorResult<readonly Item[], void> | undefined
  try {
    first = await batches.next()
  } catch (error) {
    body.cancel()
    throw error
  }
  const iterator: AsyncIterator<readonly Item[], void> = {
    async next() {
      const begun = first
      first = undefined
      if (begun) return begun
      try {
        return await batches.next()
      } catch (error) {
        body.cancel()
        if (signal.aborted) throw signal.reason
        brokeOff?.()
        throw brokenOff(toFault(error))
      }
    },
    async return() {
      first = { done: true, value: undefined }
      body.cancel()
      await batches.return()
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}
