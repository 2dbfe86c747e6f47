import type { ClosingOrder } from './closing-order.ts'
import { launchService, markOf, type ServiceProcess, waitForService } from './service-process.ts'
import { LOCAL_SERVICES, type LocalService, type Surroundings, serviceEnvironment } from './services.ts'

/** How long a service may take to end in order; open streams end with an error frame well before. */
const GRACE_MS = 5_000

interface ServicesPlan {
  readonly portBase: number
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly surroundings: Surroundings
  readonly closing: ClosingOrder
  logFile(service: string): string
  /** Notes a process, with a word of its command line. */
  noteChild(mark: string, pid: number): void
}

/** Starts all services side by side and resolves when all are ready. Throws when one is not. */
export async function startServices(plan: ServicesPlan): Promise<readonly ServiceProcess[]> {
  const launched: ServiceProcess[] = []
  plan.closing.add('the services', () => Promise.all(launched.map(({ running }) => running.end('SIGTERM', GRACE_MS))))
  for (const service of LOCAL_SERVICES) launched.push(await launch(service, plan))
  await Promise.all(launched.map(waitForService))
  return launched
}

async function launch(service: LocalService, plan: ServicesPlan): Promise<ServiceProcess> {
  const { name, folder = name } = service
  const launched = await launchService(
    service,
    serviceEnvironment(service, plan.surroundings, plan),
    plan.logFile(name),
  )
  plan.noteChild(markOf(folder), launched.running.pid)
  return launched
}
