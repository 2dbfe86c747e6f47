import { z } from '@hono/zod-openapi'
import type { KnownTool } from '@sluice/db'
import { defined } from '@sluice/service-kit/async'

const definitionSchema = z.looseObject({ name: z.string() }).describe('As the server gave it.')

export const toolDefinitionSchema = z
  .object({
    server: z.string(),
    tool: z.string(),
    digest: z.string().describe('SHA-256 of the accepted definition, base64url.'),
    definition: definitionSchema,
    accepted_by: z.string().optional().describe('Absent where it was accepted because it was the first.'),
    accepted_at: z.iso.datetime(),
    waiting: z
      .object({ digest: z.string(), definition: definitionSchema, since: z.iso.datetime() })
      .optional()
      .describe('Another definition. The tool is refused until it is accepted, or the server gives the former one.'),
  })
  .openapi('ToolDefinition')

export function viewToolDefinition(known: KnownTool): z.output<typeof toolDefinitionSchema> {
  const { server, tool, digest, definition, acceptedBy, acceptedAt, waiting } = known
  return {
    ...{ server, tool, digest, definition: parsed(definition), accepted_at: acceptedAt.toISOString() },
    ...defined({
      accepted_by: acceptedBy,
      waiting: waiting && {
        ...{ digest: waiting.digest, definition: parsed(waiting.definition), since: waiting.since.toISOString() },
      },
    }),
  }
}

function parsed(definition: string): z.output<typeof definitionSchema> {
  return definitionSchema.parse(JSON.parse(definition))
}
