import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { isStackRunning, readStackFile } from './stack-file.ts'
import { openStateFolder } from './state-folder.ts'

/** The command of the control plane, at the Redis of the stack that runs here unless REDIS_URL names another. */
const COMMAND = resolve(import.meta.dirname, '../../../apps/admin/src/unfreeze.ts')

const record = readStackFile(openStateFolder(process.env.SLUICE_STATE_DIR).stackFile)
const ownRedis = record !== undefined && isStackRunning(record) ? record.redisUrl : undefined
const { status } = spawnSync(process.execPath, [...process.execArgv, COMMAND, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, REDIS_URL: process.env.REDIS_URL || (ownRedis ?? '') },
})
process.exitCode = status ?? 1
