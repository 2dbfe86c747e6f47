import type { Environment } from '@sluice/service-kit/environment'
import { z } from 'zod'

/** What this process is: it answers callers, or it carries out what humans have approved. */
export const gatewayRoleSchema = z.enum(['server', 'worker'])

/** Reads the role alone. Any other value starts the server, whose configuration then names the fault. */
export function gatewayRole({ GATEWAY_ROLE }: Environment): z.infer<typeof gatewayRoleSchema> {
  return gatewayRoleSchema.catch('server').parse(GATEWAY_ROLE)
}
