import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isProcessAlive } from './is-process-alive.ts'

const POLL_INTERVAL_MS = 100
const OWNERLESS_GRACE_MS = 10_000

/**
 * Runs work while holding a lock folder, across processes: `mkdir` is the atomic step.
 * A lock whose owner is dead is taken over. Throws when the lock stays taken for `timeoutMs`.
 */
export async function withDirectoryLock<T>(
  lockDirectory: string,
  work: () => Promise<T>,
  timeoutMs = 300_000,
): Promise<T> {
  await acquire(lockDirectory, Date.now() + timeoutMs)
  try {
    return await work()
  } finally {
    await rm(lockDirectory, { recursive: true, force: true })
  }
}

async function acquire(lockDirectory: string, deadline: number): Promise<void> {
  await mkdir(dirname(lockDirectory), { recursive: true })
  for (;;) {
    try {
      await mkdir(lockDirectory)
      await writeFile(join(lockDirectory, 'owner'), String(process.pid))
      return
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    if (await isAbandoned(lockDirectory)) await breakLock(lockDirectory)
    else if (Date.now() > deadline) throw new Error(`Another process has held ${lockDirectory} for too long.`)
    else await sleep(POLL_INTERVAL_MS)
  }
}

async function isAbandoned(lockDirectory: string): Promise<boolean> {
  const owner = await readFile(join(lockDirectory, 'owner'), 'utf8').catch(() => '')
  if (owner !== '') return !isProcessAlive(Number(owner))
  const info = await stat(lockDirectory).catch(() => undefined)
  return info !== undefined && Date.now() - info.mtimeMs > OWNERLESS_GRACE_MS
}

async function breakLock(lockDirectory: string): Promise<void> {
  // Of several processes that see the same dead owner, only one wins the rename.
  const grave = `${lockDirectory}.${process.pid}.${Date.now()}`
  const won = await rename(lockDirectory, grave).then(
    () => true,
    () => false,
  )
  if (won) await rm(grave, { recursive: true, force: true })
}
