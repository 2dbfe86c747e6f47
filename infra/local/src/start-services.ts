import { resolve } from 'node:path'
import type { ClosingOrder } from './closing-order.ts'
import { watchSources } from './reload/watch-sources.ts'
import { groupEnvironment, type ServiceGroup, serviceGroups } from './service-groups.ts'
import { type Code, firstToEnd, launchService, markOf, type ServiceProcess, waitForService } from './service-process.ts'
import type { Surroundings } from './services.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** How long a service may take to end in order; open streams end with an error frame well before. */
const GRACE_MS = 5_000

interface ServicesPlan {
  readonly portBase: number
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly surroundings: Surroundings
  readonly closing: ClosingOrder
  /** Services that run from their sources are started again when these change. */
  readonly code: Code
  print(text: string): void
  logFile(service: string): string
  /** Notes a process by a name, with a word of its command line. */
  noteChild(name: string, mark: string, pid: number): void
}

interface StartedServices {
  /** Resolves when a process ends, which nobody asked for. One that runs from its sources waits for a change then. */
  readonly ended: Promise<string>
}

/** Starts all services side by side and resolves when all are ready. Throws when one is not. */
export async function startServices(plan: ServicesPlan): Promise<StartedServices> {
  const launched: ServiceProcess[] = []
  plan.closing.add('the services', () => Promise.all(launched.map(({ running }) => running.end('SIGTERM', GRACE_MS))))
  const groups = serviceGroups(plan.code)
  for (const group of groups) launched.push(await launch(group, plan))
  await Promise.all(launched.map(waitForService))
  if (plan.code === 'built') return { ended: firstToEnd(launched) }
  const watch = watchSources({
    root: ROOT,
    services: groups,
    restart: ({ name }) => restart(name, groups, launched, plan),
    print: plan.print,
  })
  plan.closing.add('the watch over the sources', watch.stop)
  return { ended: Promise.withResolvers<string>().promise }
}

/** Ends a process and starts it again in its place. Throws with the end of its log when it does not become ready. */
async function restart(name: string, groups: readonly ServiceGroup[], launched: ServiceProcess[], plan: ServicesPlan) {
  const index = groups.findIndex((group) => group.name === name)
  const [group, running] = [groups[index], launched[index]]
  if (group === undefined || running === undefined) throw new Error(`There is no service ${name}.`)
  await running.running.end('SIGTERM', GRACE_MS)
  const next = await launch(group, plan)
  launched[index] = next
  await waitForService(next)
}

async function launch(group: ServiceGroup, plan: ServicesPlan): Promise<ServiceProcess> {
  const { name, folder } = group
  const launched = await launchService(
    { ...group, ports: group.services.map(({ offset }) => plan.portBase + offset) },
    groupEnvironment(group, plan.surroundings, plan),
    plan.logFile(name),
    { code: plan.code },
  )
  plan.noteChild(name, markOf(folder, plan.code), launched.running.pid)
  return launched
}
