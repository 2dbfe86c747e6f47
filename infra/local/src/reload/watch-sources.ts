import { join, relative } from 'node:path'
import { sourceFolders } from './source-folders.ts'
import { watchTree } from './watch-tree.ts'

/** An editor writes a file in several steps, and a tool many files. */
const QUIET_MS = 200
/** What no service loads. */
const ONLY_TESTS = /\.(?:test|cases|contract)\.tsx?$|(?:^|\/)(?:end-to-end|testing)(?:\/|$)/

interface Service {
  readonly name: string
  /** Under `apps`; its name unless said otherwise. */
  readonly folder?: string
}

interface WatchPlan {
  /** Of the repository. */
  readonly root: string
  readonly services: readonly Service[]
  /** Ends a service, starts it again, and resolves when it is ready. What it throws is printed. */
  restart(service: Service): Promise<void>
  print(text: string): void
}

/**
 * Starts a service again when a source of it, or of a package that it uses, has changed; the others go on. What changes
 * meanwhile is waited for. A service that does not start waits for the next change.
 */
export function watchSources({ root, services, restart, print }: WatchPlan): { stop(): Promise<void> } {
  const servicesByFolder = new Map<string, Service[]>()
  for (const service of services) {
    for (const folder of sourceFolders(root, service.folder ?? service.name)) {
      servicesByFolder.set(folder, [...(servicesByFolder.get(folder) ?? []), service])
    }
  }
  const changed = new Map<Service, string>()
  let timer: NodeJS.Timeout | undefined
  let restarting: Promise<void> | undefined

  const restartOne = async ([service, path]: readonly [Service, string]) => {
    print(`${path} has changed: starting the ${service.name} again ...`)
    try {
      await restart(service)
      print(`The ${service.name} is ready again.`)
    } catch (error) {
      print(error instanceof Error ? error.message : String(error))
    }
  }
  const restartChanged = async () => {
    while (changed.size > 0) {
      const due = [...changed]
      changed.clear()
      await Promise.all(due.map(restartOne))
    }
    restarting = undefined
  }
  const onChange = (folder: string, path: string) => {
    if (ONLY_TESTS.test(path)) return
    for (const service of servicesByFolder.get(folder) ?? []) changed.set(service, path)
    clearTimeout(timer)
    timer = setTimeout(() => {
      restarting ??= restartChanged()
    }, QUIET_MS)
  }
  const watchers = [...servicesByFolder.keys()].map((folder) =>
    watchTree(join(root, folder), (path) => onChange(folder, relative(root, path))),
  )
  return {
    stop: async () => {
      for (const end of watchers) end()
      clearTimeout(timer)
      changed.clear()
      await restarting
    },
  }
}
