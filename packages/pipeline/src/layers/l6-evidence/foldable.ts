import type { UpstreamCode } from '../../ports/model-endpoint.ts'

/** Refusals of an endpoint that was asked. */
const OF_ENDPOINTS: ReadonlySet<string> = new Set<UpstreamCode>([
  'content_filter',
  'context_length_exceeded',
  'insufficient_quota',
  'rate_limit_exceeded',
])

/** A request whose text may have left the deployment has a record of its own, whatever became of it. */
export function mayHaveLeft(code: string): boolean {
  return code.startsWith('upstream_') || OF_ENDPOINTS.has(code)
}
