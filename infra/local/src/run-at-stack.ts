import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { isStackRunning, readStackFile } from './stack-file.ts'
import { openStateFolder } from './state-folder.ts'

/**
 * Runs a command of the control plane, at the Redis of the stack that runs here unless REDIS_URL names another. Returns
 * its exit code.
 */
export function runAtStack(command: string): number {
  const path = resolve(import.meta.dirname, '../../../apps/admin/src', command)
  const record = readStackFile(openStateFolder(process.env.SLUICE_STATE_DIR).stackFile)
  const ownRedis = record !== undefined && isStackRunning(record) ? record.redisUrl : undefined
  const { status } = spawnSync(process.execPath, [...process.execArgv, path, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, REDIS_URL: process.env.REDIS_URL || (ownRedis ?? '') },
  })
  return status ?? 1
}
