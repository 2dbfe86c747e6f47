import { parentPort, workerData } from 'node:worker_threads'
import { type ReadRegistry, RegistryFault, readRegistryFile } from './read-registry.ts'

/** What the thread is given. */
export interface RegistryThreadData {
  readonly path: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** What the thread says once. */
export type FromRegistryThread =
  | { readonly type: 'read'; readonly read: ReadRegistry }
  | { readonly type: 'refused'; readonly faults: readonly string[]; readonly files: readonly string[] }

/** What the thread runs: it reads one registry, so that the gateway's event loop parses no YAML. */

parentPort?.postMessage(readOnce(dataOf(workerData)))

function readOnce({ path, env }: RegistryThreadData): FromRegistryThread {
  try {
    const read = readRegistryFile(path, env)
    return read === undefined
      ? { type: 'refused', faults: ['the file is empty'], files: [path] }
      : { type: 'read', read }
  } catch (cause) {
    if (!(cause instanceof RegistryFault)) throw cause
    return { type: 'refused', faults: cause.faults, files: [path, ...cause.files] }
  }
}

function dataOf(data: RegistryThreadData): RegistryThreadData {
  return data
}
