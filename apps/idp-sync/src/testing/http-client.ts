import { systemClock } from '@sluice/service-kit'
import { createHttpClient } from '../directories/http/http-client.ts'
import type { HttpLimits } from '../directories/http/http-limits.ts'

/** A client whose own waits are short. */
export function testClient(limits: Partial<HttpLimits> = {}) {
  return createHttpClient({ clock: systemClock, random: () => 0, limits: { firstWaitMs: 2, ...limits } })
}
