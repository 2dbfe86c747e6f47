import { z } from 'zod'
import { durationMs, port } from './environment/index.ts'
import { telemetryConfigShape } from './tracing/telemetry-config.ts'

/**
 * The variables that every service has. Spread it into the service's own schema, and override a default there:
 * `z.object({ ...serviceConfigShape, PORT: port().default(8081).describe('...') })`.
 */
export const serviceConfigShape = {
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 in a container.'),
  PORT: port().default(8080).describe('Port to listen on; 0 lets the system pick one.'),
  OPERATIONS_PORT: port()
    .optional()
    .describe(
      'A port for metrics and full health reports; 0 lets the system pick one. Set: `PORT` has no `/metrics`, and its ' +
        '`/health/ready` names no dependency. Unset: `PORT` serves all of it.',
    ),
  OPERATIONS_HOST: z
    .string()
    .min(1)
    .optional()
    .describe('Address that `OPERATIONS_PORT` listens on, where it differs from `HOST`.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest level that is logged.'),
  DRAIN_DELAY_MS: durationMs({ max: 300_000 })
    .default(0)
    .describe('Milliseconds between reporting unready and closing the port, for load balancers to notice.'),
  DRAIN_TIMEOUT_MS: durationMs({ max: 3_600_000 })
    .default(10_000)
    .describe('Milliseconds that requests in flight may take to finish after the port is closed; then they are cut.'),
  ...telemetryConfigShape,
}

export type ServiceConfig = z.output<z.ZodObject<typeof serviceConfigShape>>
export type LogLevel = ServiceConfig['LOG_LEVEL']
