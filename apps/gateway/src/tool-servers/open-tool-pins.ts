import { createControlRecord } from '@sluice/contracts'
import { createToolDefinitionsRepository, type Database } from '@sluice/db'
import type { Outbox } from '@sluice/outbox'
import type { ToolPins } from '@sluice/pipeline/ports'
import type { BuildContext } from '@sluice/service-kit'
import { newId } from '@sluice/service-kit/environment'
import { createStoredToolPins } from '../adapters/stored-tool-pins.ts'
import type { GatewayConfig } from '../config.ts'

/** The longest name of a tool in a record. */
const MAX_NAME_LENGTH = 256

/** Opens the pinned definitions of tools. A change is on record before its tool is refused. */
export function openToolPins(
  { clock, logger, metrics }: Pick<BuildContext<GatewayConfig>, 'clock' | 'logger' | 'metrics'>,
  database: Database,
  outbox: Pick<Outbox, 'append'>,
): ToolPins {
  const changes = metrics.counter({
    name: 'sluice_tool_definitions_changed_total',
    help: 'Tools of MCP servers whose definition was found to have changed, and which wait for an administrator.',
    labelNames: ['server'],
  })
  return createStoredToolPins({
    definitions: createToolDefinitionsRepository(database),
    clock,
    async onChanged(tenant, server, tool) {
      changes.inc({ server })
      logger.warn({ tenant, server }, 'the definition of a tool has changed')
      await outbox.append(
        createControlRecord({
          ...{ id: newId(), event: 'tool.changed', severity: 'high', timeMs: clock.nowMs(), service: 'gateway' },
          ...{ actor: `mcp:${server}`, tenant, details: { server, tool: tool.slice(0, MAX_NAME_LENGTH) } },
        }),
      )
    },
  })
}
