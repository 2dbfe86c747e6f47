import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

let ticksPerSecond: number | undefined

/** CPU time that a process and its descendants have used, user and system, in microseconds. Linux only: proc(5). */
export function cpuTimeUs(pid: number): number {
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  const processes = readProcesses()
  const tree = new Set([pid])
  // Children have higher ids than their parents, but for a wrap-around that a bench does not live to see.
  for (const { id, parent } of processes) if (tree.has(parent)) tree.add(id)
  const ticks = processes.filter(({ id }) => tree.has(id)).reduce((sum, one) => sum + one.ticks, 0)
  return (ticks / ticksPerSecond) * 1_000_000
}

interface ProcessTimes {
  readonly id: number
  readonly parent: number
  /** utime, stime, and those of children that have ended. */
  readonly ticks: number
}

function readProcesses(): ProcessTimes[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b)
    .flatMap((id) => {
      try {
        return [parseStat(id, readFileSync(`/proc/${id}/stat`, 'latin1'))]
      } catch {
        return []
      }
    })
}

/** The second field, the command in parentheses, may itself hold spaces and parentheses. */
export function parseStat(id: number, stat: string): ProcessTimes {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // `fields` begins with field 3 (state) of proc(5): parent is 4, utime to cstime are 14 to 17.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { id, parent: Number(fields[1]), ticks }
}
