import type { SluiceError } from '@sluice/contracts'
import type { Cluster, Redis } from 'ioredis'
import { asDependencyError, unexpectedReply } from './dependency-error.ts'
import { createRedisScript, type RedisScript } from './redis-script.ts'

/** Runs one defined command as part of a batch. The reply is unknown until it is parsed. */
export type BatchedCommand = (
  /** One slot's keys. */
  keys: readonly [string, ...string[]],
  args: readonly (string | number)[],
) => Promise<unknown>

interface CommandBatcherOptions {
  /** Commands in one batch; 256 by default. */
  readonly maxCommands?: number
  /** UTF-16 code units of the keys and arguments in one batch; 1,048,576 by default. One larger command goes alone. */
  readonly maxLength?: number
}

interface Call {
  readonly command: number
  readonly keys: readonly string[]
  readonly args: readonly (string | number)[]
  readonly resolve: (reply: unknown) => void
  readonly reject: (error: SluiceError) => void
}

const MAX_COMMANDS = 256
const MAX_LENGTH = 1_048_576
/** Lua's `unpack` takes about 8,000 values (LUAI_MAXCSTACK). */
const MAX_VALUES_PER_COMMAND = 7_000

/**
 * Sends all commands of one turn of the event loop to Redis as one. A command per call costs the client two to three
 * times as much (docs/decisions/0011).
 *
 * The turn ends in `setImmediate`, so it holds every command that was called in the I/O callbacks of one poll. A
 * promise settles when Redis has run its command, with that command's own reply or error. A batch that fails as a whole
 * rejects exactly the commands in it. All errors are `dependency_unavailable`.
 *
 * Commands run in the order of their calls, unless the server loses its scripts while batches are on their way to it.
 * On a cluster the order holds within a slot, because each slot gets a batch of its own.
 */
export class CommandBatcher {
  readonly #redis: Redis | Cluster
  readonly #maxCommands: number
  readonly #maxLength: number
  readonly #commands: string[] = []
  #script: RedisScript | undefined
  #waiting: Call[] = []

  constructor(redis: Redis | Cluster, options: CommandBatcherOptions = {}) {
    this.#redis = redis
    this.#maxCommands = options.maxCommands ?? MAX_COMMANDS
    this.#maxLength = options.maxLength ?? MAX_LENGTH
  }

  /** Prepares a command. Its Lua reads `KEYS` and `ARGV` and returns as a script of its own would. */
  define(lua: string): BatchedCommand {
    const known = this.#commands.indexOf(lua)
    const command = known === -1 ? this.#commands.push(lua) - 1 : known
    this.#script = undefined
    return (keys, args) =>
      new Promise((resolve, reject) => {
        if (keys.length + args.length > MAX_VALUES_PER_COMMAND) {
          throw new RangeError(`One command takes at most ${MAX_VALUES_PER_COMMAND} keys and arguments.`)
        }
        if (this.#waiting.push({ command, keys, args, resolve, reject }) === 1) setImmediate(this.#flush)
      })
  }

  readonly #flush = (): void => {
    const calls = this.#waiting
    this.#waiting = []
    const bySlot = this.#redis.isCluster
      ? Map.groupBy(calls, ({ keys: [key = ''] }) => hashedPartOf(key)).values()
      : [calls]
    for (const ofSlot of bySlot) this.#sendInBatches(ofSlot)
  }

  #sendInBatches(calls: readonly Call[]): void {
    let start = 0
    let length = 0
    for (const [index, call] of calls.entries()) {
      const ownLength = lengthOf(call)
      if (index > start && (index - start >= this.#maxCommands || length + ownLength > this.#maxLength)) {
        this.#send(calls.slice(start, index))
        start = index
        length = 0
      }
      length += ownLength
    }
    this.#send(start === 0 ? calls : calls.slice(start))
  }

  #send(batch: readonly Call[]): void {
    this.#script ??= createRedisScript(scriptOf(this.#commands))
    const keys: string[] = []
    const args: (string | number)[] = []
    for (const call of batch) {
      for (const key of call.keys) keys.push(key)
      args.push(call.command + 1, call.keys.length, call.args.length)
      for (const arg of call.args) args.push(arg)
    }
    this.#script(this.#redis, keys, args).then(
      (replies) => settle(batch, replies),
      (error: unknown) => {
        for (const call of batch) call.reject(asDependencyError(error))
      },
    )
  }
}

/**
 * The part of a key that decides on its slot: the hash tag, else the key (Redis cluster specification, "Hash tags").
 */
function hashedPartOf(key: string): string {
  const start = key.indexOf('{')
  const end = start === -1 ? -1 : key.indexOf('}', start + 1)
  return end > start + 1 ? key.slice(start + 1, end) : key
}

function lengthOf({ keys, args }: Call): number {
  let length = 0
  for (const key of keys) length += key.length
  // A number is written in at most 24 characters.
  for (const arg of args) length += typeof arg === 'string' ? arg.length : 24
  return length
}

/**
 * Runs the commands of a batch one after another. ARGV holds for each command its number, the counts of its keys and
 * arguments, and the arguments. The reply holds for each whether it succeeded, and its reply or the error's message.
 */
function scriptOf(commands: readonly string[]): string {
  return `
local commands = {${commands.map((lua) => `function(KEYS, ARGV)\n${lua}\nend`).join(',\n')}}
local replies, key, arg, index = {}, 0, 0, 0
while arg < #ARGV do
  local keyCount, argCount = tonumber(ARGV[arg + 2]), tonumber(ARGV[arg + 3])
  local keys = {unpack(KEYS, key + 1, key + keyCount)}
  local args = {unpack(ARGV, arg + 4, arg + 3 + argCount)}
  local done, reply = pcall(commands[tonumber(ARGV[arg + 1])], keys, args)
  if type(reply) == 'table' and reply.err then
    done, reply = false, reply.err
  end
  if not done then
    reply = tostring(reply)
  elseif reply == nil then
    reply = false
  end
  replies[index + 1], replies[index + 2] = done and 1 or 0, reply
  key, arg, index = key + keyCount, arg + 3 + argCount, index + 2
end
return replies
`
}

function settle(batch: readonly Call[], replies: unknown): void {
  const complete = Array.isArray(replies) && replies.length === 2 * batch.length
  for (const [index, call] of batch.entries()) {
    if (!complete) call.reject(unexpectedReply())
    else if (replies[2 * index] === 1) call.resolve(replies[2 * index + 1])
    else call.reject(asDependencyError(new Error(String(replies[2 * index + 1]))))
  }
}
