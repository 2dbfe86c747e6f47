import { isProcessAlive, type RedisServer } from '@sluice/testkit/local'

const POLL_INTERVAL_MS = 500

/**
 * Starts Redis again when its process has ended by itself, as an orchestrator would, and says so. Its data is kept.
 *
 * @param onRestart gets the new process id.
 * @returns stops the watch; resolves when a restart that has begun is done.
 */
export function keepRunning(
  redis: RedisServer,
  print: (text: string) => void,
  onRestart: (pid: number | undefined) => void,
): () => Promise<void> {
  let restart: Promise<void> | undefined
  const timer = setInterval(() => {
    const pid = redis.pid()
    if (restart !== undefined || pid === undefined || isProcessAlive(pid)) return
    print('Redis has ended by itself; starting it again ...')
    restart = redis
      .restart()
      .then(
        () => onRestart(redis.pid()),
        (error: unknown) => print(`Redis could not be started again: ${String(error)}`),
      )
      .finally(() => {
        restart = undefined
      })
  }, POLL_INTERVAL_MS)
  return async () => {
    clearInterval(timer)
    await restart
  }
}
