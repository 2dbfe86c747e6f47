import { CommandBatcher, createRedis, createRedisScript, waitForRedis } from '@sluice/redis'
import { Redis } from 'ioredis'

/** Runs one Lua command over keys and arguments. */
type RunCommand = (
  lua: string,
  keys: readonly [string, ...string[]],
  args: readonly (string | number)[],
) => Promise<unknown>

/** A way for commands to reach Redis. */
export interface Variant {
  readonly name: string
  readonly run: RunCommand
}

interface StoreCommands {
  readonly variants: readonly Variant[]
  /** Empties the database. */
  empty(): Promise<void>
  close(): void
}

/** Opens a connection per way: a command per call, as ioredis sends it with and without autopipelining, and batches. */
export async function openStoreCommands(url: string): Promise<StoreCommands> {
  const direct = createRedis(url)
  const autopipelined = new Redis(url, { enableAutoPipelining: true, enableOfflineQueue: false, commandTimeout: 800 })
  const batched = createRedis(url)
  for (const client of [direct, autopipelined, batched]) await waitForRedis(client, 10_000)
  return {
    variants: [
      { name: 'autopipelined', run: alone(autopipelined) },
      { name: 'alone', run: alone(direct) },
      { name: 'batched', run: inBatches(new CommandBatcher(batched)) },
    ],
    empty: async () => void (await direct.flushdb()),
    close: () => {
      for (const client of [direct, autopipelined, batched]) client.disconnect()
    },
  }
}

function alone(redis: Redis): RunCommand {
  const prepare = remember(createRedisScript)
  return (lua, keys, args) => prepare(lua)(redis, keys, args)
}

function inBatches(commands: CommandBatcher): RunCommand {
  const prepare = remember((lua) => commands.define(lua))
  return (lua, keys, args) => prepare(lua)(keys, args)
}

function remember<Value>(make: (lua: string) => Value): (lua: string) => Value {
  const made = new Map<string, Value>()
  return (lua) => {
    const value = made.get(lua) ?? make(lua)
    made.set(lua, value)
    return value
  }
}
