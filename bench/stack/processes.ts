import { readdirSync, readFileSync } from 'node:fs'
import { parseStat } from '../gateway/process-cpu.ts'

/** A process of the local stack. */
export interface StackProcess {
  readonly pid: number
  /** What it belongs to: a service by the folder of its app, `Redis`, `PostgreSQL`, or `the rest`. */
  readonly part: string
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
        return [{ pid, part: partOf(command), pssBytes: pssOf(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')) }]
      } catch {
        return []
      }
    })
}

/** Which part of the stack runs this command, whose arguments stand apart by NUL or blanks. */
export function partOf(command: string): string {
  const app = /apps\/([a-z-]+)\/dist\//.exec(command)?.[1]
  if (app !== undefined) return app
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
