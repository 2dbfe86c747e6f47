import { z } from 'zod'
import { hostToolServer } from './host-tool-server.ts'

/** The reference server has no types. */
const SERVER = '@modelcontextprotocol/server-everything/dist/server/index.js'

const isFunction = (value: unknown): value is () => unknown => typeof value === 'function'
const connectable = z.custom<{ connect(transport: unknown): Promise<void> }>(
  (value) => typeof value === 'object' && value !== null && 'connect' in value,
)
const created = z.object({ server: connectable, cleanup: z.custom<() => void>(isFunction) })

/** For tests: the reference server of the Model Context Protocol, which uses all of it. */
export async function startEverythingServer() {
  const loaded: unknown = await import(SERVER)
  const { createServer } = z.object({ createServer: z.custom<() => unknown>(isFunction) }).parse(loaded)
  return await hostToolServer(() => created.parse(createServer()).server)
}
