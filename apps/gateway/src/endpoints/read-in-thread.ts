import { Worker } from 'node:worker_threads'
import type { ReadRegistry } from './read-registry.ts'
import { RegistryFault } from './read-registry.ts'
import type { FromRegistryThread, RegistryThreadData } from './registry-thread.ts'

/** The longest registry takes a second. */
const TIMEOUT_MS = 20_000
const MAX_HEAP_MB = 512

/**
 * Reads a registry file as `readRegistryFile` does, in a thread of its own.
 * Rejects with a `RegistryFault`, also where the thread fails.
 */
export function readInThread(data: RegistryThreadData): Promise<ReadRegistry> {
  const worker = new Worker(threadUrl(import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  worker.unref()
  return new Promise<ReadRegistry>((resolve, reject) => {
    const fail = (fault: string) => reject(new RegistryFault([fault], [data.path]))
    const timer = setTimeout(() => fail('reading it took too long'), TIMEOUT_MS).unref()
    worker.on('message', (message: FromRegistryThread) => {
      clearTimeout(timer)
      if (message.type === 'read') resolve(message.read)
      else reject(new RegistryFault(message.faults, message.files))
    })
    worker.on('error', () => fail('the thread that reads it has failed'))
    worker.on('exit', () => {
      clearTimeout(timer)
      fail('the thread that reads it has ended')
    })
  }).finally(() => void worker.terminate())
}

/** TypeScript while the sources run, JavaScript once they are built. */
function threadUrl(moduleUrl: string): URL {
  return new URL(`./registry-thread.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl)
}
