import { resolve } from 'node:path'
import type { ClosingOrder } from './closing-order.ts'
import { watchSources } from './reload/watch-sources.ts'
import { type Code, firstToEnd, launchService, markOf, type ServiceProcess, waitForService } from './service-process.ts'
import { LOCAL_SERVICES, type LocalService, type Surroundings, serviceEnvironment } from './services.ts'

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
  /** Notes a process, with a word of its command line. */
  noteChild(mark: string, pid: number): void
}

interface StartedServices {
  readonly services: readonly ServiceProcess[]
  /** Resolves when a service ends, which nobody asked for. One that runs from its sources waits for a change then. */
  readonly ended: Promise<string>
}

/** Starts all services side by side and resolves when all are ready. Throws when one is not. */
export async function startServices(plan: ServicesPlan): Promise<StartedServices> {
  const launched: ServiceProcess[] = []
  plan.closing.add('the services', () => Promise.all(launched.map(({ running }) => running.end('SIGTERM', GRACE_MS))))
  for (const service of LOCAL_SERVICES) launched.push(await launch(service, plan))
  await Promise.all(launched.map(waitForService))
  if (plan.code === 'built') return { services: launched, ended: firstToEnd(launched) }
  const watch = watchSources({
    root: ROOT,
    services: LOCAL_SERVICES,
    restart: (service) => restart(service, launched, plan),
    print: plan.print,
  })
  plan.closing.add('the watch over the sources', watch.stop)
  return { services: launched, ended: Promise.withResolvers<string>().promise }
}

/** Ends a service and starts it again in its place. Throws with the end of its log when it does not become ready. */
async function restart({ name }: { readonly name: string }, launched: ServiceProcess[], plan: ServicesPlan) {
  const index = LOCAL_SERVICES.findIndex((service) => service.name === name)
  const [service, running] = [LOCAL_SERVICES[index], launched[index]]
  if (service === undefined || running === undefined) throw new Error(`There is no service ${name}.`)
  await running.running.end('SIGTERM', GRACE_MS)
  const next = await launch(service, plan)
  launched[index] = next
  await waitForService(next)
}

async function launch(service: LocalService, plan: ServicesPlan): Promise<ServiceProcess> {
  const { name, folder = name } = service
  const launched = await launchService(
    service,
    serviceEnvironment(service, plan.surroundings, plan),
    plan.logFile(name),
    { code: plan.code },
  )
  plan.noteChild(markOf(folder, plan.code), launched.running.pid)
  return launched
}
