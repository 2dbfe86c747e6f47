import { createRoute, z } from '@hono/zod-openapi'
import { createControlRecord, plainText, SluiceError } from '@sluice/contracts'
import { newId } from '@sluice/service-kit/environment'
import { jsonBody, reasonSchema } from '../wire/freeze-order.ts'
import { toolDefinitionSchema, viewToolDefinition } from '../wire/tool-definition-view.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const serverName = plainText(63)

const listRoute = createRoute({
  method: 'get',
  path: '/admin/mcp-tools',
  summary: 'List the tools of MCP servers, with the definitions that are accepted',
  description: 'AIGO, CISO, Auditor. A thousand at most, by server and tool.',
  security: bearer,
  request: {
    query: z.strictObject({
      server: serverName.optional().describe('Those of all servers without it.'),
      waiting: z.enum(['true']).optional().describe('Only those whose definition has changed.'),
    }),
  },
  responses: {
    200: jsonAnswer('The tools.', z.object({ data: z.array(toolDefinitionSchema) })),
    ...errorAnswers('invalid_request'),
  },
})

export const listToolDefinitions: Operation = {
  action: 'list-tool-definitions',
  route: listRoute,
  add: (app, { toolDefinitions }) => {
    app.openapi(listRoute, async (context) => {
      const { server, waiting } = context.req.valid('query')
      const { tenant } = context.get('caller').principal
      const found = await toolDefinitions.list({ tenant, server, waiting: waiting !== undefined })
      return context.json({ data: found.map(viewToolDefinition) }, 200)
    })
  },
}

const acceptanceSchema = z
  .strictObject({
    server: serverName,
    tool: plainText(256),
    digest: z.string().length(43).describe('Of the definition that waits, so that what was read is what is accepted.'),
    reason: reasonSchema,
  })
  .openapi('ToolAcceptance')

const acceptRoute = createRoute({
  method: 'post',
  path: '/admin/mcp-tools/accept',
  summary: 'Accept the definition of a tool that has changed',
  description: 'AIGO, CISO. It is on record first. Gateways call the tool again within seconds.',
  security: bearer,
  request: { body: jsonBody(acceptanceSchema) },
  responses: {
    200: jsonAnswer('It is accepted.', acceptanceSchema.pick({ server: true, tool: true, digest: true })),
    ...errorAnswers(...BODY_ERRORS, 'not_found', 'audit_unavailable'),
  },
})

export const acceptToolDefinition: Operation = {
  action: 'accept-tool-definition',
  route: acceptRoute,
  add: (app, { toolDefinitions, outbox, clock }) => {
    app.openapi(acceptRoute, async (context) => {
      const { server, tool, digest, reason } = context.req.valid('json')
      const { tenant, sub } = context.get('caller').principal
      const waiting = await toolDefinitions.list({ tenant, server, waiting: true })
      if (!waiting.some((known) => known.tool === tool && known.waiting?.digest === digest)) throw nothingWaits()
      await outbox.append(
        createControlRecord({
          ...{ id: newId(), event: 'tool.accepted', severity: 'medium', timeMs: clock.nowMs(), service: 'admin' },
          ...{ actor: `user:${sub}`, tenant, reason, requestId: context.get('requestId') },
          details: { server, tool, digest },
        }),
      )
      const at = new Date(clock.nowMs())
      if (!(await toolDefinitions.accept({ tenant, server, tool, digest }, sub, at))) throw nothingWaits()
      return context.json({ server, tool, digest }, 200)
    })
  },
}

function nothingWaits(): SluiceError {
  return new SluiceError({ code: 'not_found', message: 'No such definition waits to be accepted.' })
}
