import type { Clock } from '@sluice/contracts'
import type { ToolDefinitionsRepository } from '@sluice/db'
import type { DefinedTool, ToolPins } from '@sluice/pipeline/ports'
import { LRUCache } from 'lru-cache'

interface StoredToolPinsOptions {
  readonly definitions: Pick<ToolDefinitionsRepository, 'compare'>
  readonly clock: Clock
  /** Called for each tool whose definition was found to have changed, before it is refused for that. */
  readonly onChanged: (tenant: string, server: string, tool: string) => Promise<void>
}

const MAX_REMEMBERED = 50_000
/** How long it is remembered that a definition is accepted: another may be accepted in its place. */
const ACCEPTED_FOR_MS = 60_000
/** How long that it is not: an administrator may have just accepted it. */
const CHANGED_FOR_MS = 2_000

/** The pinned definitions in PostgreSQL, remembered for a while. */
export function createStoredToolPins({ definitions, clock, onChanged }: StoredToolPinsOptions): ToolPins {
  const remembered = new LRUCache<string, { readonly isChanged: boolean; readonly untilMs: number }>({
    max: MAX_REMEMBERED,
  })
  return {
    async changed(tenant, server, tools) {
      const keyOf = ({ name, digest }: DefinedTool) => JSON.stringify([tenant, server, name, digest])
      const nowMs = clock.monotonicMs()
      const unknown = tools.filter((tool) => (remembered.get(keyOf(tool))?.untilMs ?? 0) <= nowMs)
      if (unknown.length > 0) {
        const compared = await definitions.compare({ tenant, server }, unknown, new Date(clock.nowMs()))
        for (const name of compared.newlyChanged) await onChanged(tenant, server, name)
        for (const tool of unknown) {
          const isChanged = compared.changed.has(tool.name)
          const untilMs = nowMs + (isChanged ? CHANGED_FOR_MS : ACCEPTED_FOR_MS)
          remembered.set(keyOf(tool), { isChanged, untilMs })
        }
      }
      return new Set(tools.filter((tool) => remembered.get(keyOf(tool))?.isChanged !== false).map(({ name }) => name))
    },
  }
}
