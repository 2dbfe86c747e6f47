import type { RouteConfig, RouteHandler } from '@hono/zod-openapi'
import { z } from '@hono/zod-openapi'
import {
  errorSchema,
  internalErrorSchema,
  SCAN_FAILURE_HEADER,
  scanIncompleteSchema,
} from '@sluice/assessment-contract'
import { SCAN_FAILURES } from '@sluice/assessment-contract/vocabulary'
import type { ServiceEnv } from '@sluice/service-kit'
import { ACCESS, type AccessRow, type Endpoint } from '../access.ts'

type Details = Omit<RouteConfig, 'method' | 'path' | 'security' | 'responses'> & {
  readonly operationId: string
  readonly responses: RouteConfig['responses']
}

const json = (description: string, schema: z.ZodType) => ({ description, content: { 'application/json': { schema } } })

export const invalidResponse = json('The request is not valid.', errorSchema)
export const notFoundResponse = json('There is no such record.', errorSchema)
export const conflictResponse = json('It does not fit what there is now; the message says why.', errorSchema)
export const busyResponse = json('Too many scans wait already; `retry-after` says when to come back.', errorSchema)

const scanFailureHeader = z.object({
  [SCAN_FAILURE_HEADER]: z.enum(SCAN_FAILURES).optional().describe('Why the scan did not complete.'),
})

/** A 500 of an endpoint that scans. */
export const scanFailed = (description: string, schema: z.ZodType) => ({
  ...json(description, schema),
  headers: scanFailureHeader,
})

const SCAN_INCOMPLETE =
  `The scan did not complete; the header \`${SCAN_FAILURE_HEADER}\` says why. ` +
  'Without that header, a failure of the service.'

/** The statuses of every endpoint that answers with something out of a scan. */
export const scanResponses = {
  400: invalidResponse,
  429: busyResponse,
  500: scanFailed(SCAN_INCOMPLETE, internalErrorSchema),
}

/** The same for the bill of materials, which has a body of its own for a scan that did not complete. */
export const cbomResponses = {
  ...scanResponses,
  500: scanFailed(SCAN_INCOMPLETE, z.union([scanIncompleteSchema, internalErrorSchema])),
}

const METHODS: Readonly<Record<string, 'post' | 'delete'>> = { POST: 'post', DELETE: 'delete' }

/** Describes an endpoint of the access table; what its row means is added to its responses. */
export function describeEndpoint<const Config extends Details>(endpoint: Endpoint, details: Config) {
  const [method, path] = endpoint.split(' ')
  const row: AccessRow = ACCESS[endpoint]
  const guarded = row !== 'anonymous'
  const roles = guarded ? Object.entries(row).filter(([, permission]) => permission !== '-') : []
  return {
    ...details,
    endpoint,
    method: METHODS[method ?? ''] ?? ('get' as const),
    path: path ?? '',
    ...(guarded
      ? { description: `${details.description ?? ''} Roles: ${roles.map(([role]) => role).join(', ')}.`.trim() }
      : {}),
    security: guarded ? [{ bearer: [] }] : [],
    responses: {
      500: json('A failure of the service; the id is in its log.', internalErrorSchema),
      ...(guarded
        ? {
            401: json('No token, or one that is not valid.', errorSchema),
            403: json('The role of the token may not use this endpoint.', errorSchema),
          }
        : {}),
      ...details.responses,
    } satisfies RouteConfig['responses'],
  }
}

/** The context of a handler, with what its endpoint's schemas have checked. */
type EndpointContext<Route extends RouteConfig> = Parameters<RouteHandler<Route, ServiceEnv>>[0]

/** Answers a request whose caller and input have been checked. */
export type Answer<Route extends RouteConfig> = (context: EndpointContext<Route>) => Response | Promise<Response>
