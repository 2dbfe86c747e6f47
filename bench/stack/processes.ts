import { readdirSync, readFileSync } from 'node:fs'
import { parseStat } from '../gateway/process-cpu.ts'

/** A process of the local stack. */
export interface StackProcess {
  readonly pid: number
  /** What it is: the services in it, `engine of NAME`, `Redis`, `PostgreSQL`, or `the rest`. */
  readonly part: string
  /** The services that it runs, by name. */
  readonly services: readonly string[]
  /** proc(5): the proportional share of what it holds in memory, so that shared pages count once. */
  readonly pssBytes: number
}

/** The processes below this one, and it. Those that end meanwhile are left out. Linux only. */
export function processesOf(root: number): readonly StackProcess[] {
  const tree = new Set([root])
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b)
    .flatMap((pid) => {
      try {
        if (!tree.has(parseStat(pid, readFileSync(`/proc/${pid}/stat`, 'latin1')).parent) && pid !== root) return []
        tree.add(pid)
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        const services = servicesOf(command, environmentOf(pid))
        return [
          {
            pid,
            part: partOf(command, services),
            services,
            pssBytes: pssOf(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')),
          },
        ]
      } catch {
        return []
      }
    })
}

/** The services that a command runs, whose arguments stand apart by NUL or blanks; none for any other program. */
export function servicesOf(command: string, environment: Readonly<Record<string, string>>): readonly string[] {
  const app = /apps\/([a-z-]+)\/dist\/bundle\//.exec(command)?.[1]
  if (app === undefined) return []
  return app === 'all-in-one' ? (environment.SERVICES ?? '').split(',') : [app]
}

/** Which part of the stack runs this command. */
export function partOf(command: string, services: readonly string[]): string {
  if (services.length > 0) return services.join(' + ')
  const app = /apps\/([a-z-]+)\/dist\//.exec(command)?.[1]
  if (app !== undefined) return `engine of ${app}`
  if (/redis-server/.test(command)) return 'Redis'
  return /postgres/.test(command) ? 'PostgreSQL' : 'the rest'
}

/** The proportional set size in bytes; NaN where the text has none. */
export function pssOf(smapsRollup: string): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(smapsRollup)?.[1]) * 1_024
}

/** The variables that a process was started with. */
export function environmentOf(pid: number): Record<string, string> {
  const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
  return Object.fromEntries(entries.map((entry) => [entry.slice(0, entry.indexOf('=')), afterFirst(entry)]))
}

function afterFirst(entry: string): string {
  return entry.slice(entry.indexOf('=') + 1)
}
