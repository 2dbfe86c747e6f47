import { createHash } from 'node:crypto'
import type { Cluster, Redis } from 'ioredis'
import { asDependencyError } from './dependency-error.ts'

/** Runs one Lua script. The reply is unknown until it is parsed. Throws `dependency_unavailable`. */
export type RedisScript = (
  redis: Redis | Cluster,
  keys: readonly string[],
  args: readonly (string | number)[],
) => Promise<unknown>

interface RedisScriptOptions {
  /**
   * Runs also where Redis is out of memory; for the few writes that must not fail then. Needs Redis 7.0.
   * Source: https://redis.io/docs/latest/develop/programmability/lua-api/#script-flags
   */
  readonly allowOom?: boolean
}

/** Prepares a Lua script. It is sent by its digest, or in full where the server does not have it (after a restart). */
export function createRedisScript(source: string, { allowOom = false }: RedisScriptOptions = {}): RedisScript {
  const lua = allowOom ? `#!lua flags=allow-oom\n${source}` : source
  const digest = createHash('sha1').update(lua).digest('hex')
  return async (redis, keys, args) => {
    try {
      return await redis.evalsha(digest, keys.length, ...keys, ...args)
    } catch (error) {
      if (!isUnknownScript(error)) throw asDependencyError(error)
    }
    try {
      return await redis.eval(lua, keys.length, ...keys, ...args)
    } catch (error) {
      throw asDependencyError(error)
    }
  }
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT')
}
