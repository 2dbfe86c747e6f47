import { readdirSync, readFileSync } from 'node:fs'

const INTERVAL_MS = 100

/** Watches the resident memory of a process and its children, in bytes. Linux only: proc(5). */
export function peakMemoryBytes(pid: number): { stop(): number } {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, residentBytes(pid))
  }
  const timer = setInterval(look, INTERVAL_MS)
  return {
    stop() {
      clearInterval(timer)
      look()
      return peak
    },
  }
}

function residentBytes(pid: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const statuses = all.map((id) => readStatus(id)).filter((text) => text !== undefined)
  return statuses
    .filter((text) => text.includes(`\nPid:\t${pid}\n`) || text.includes(`\nPPid:\t${pid}\n`))
    .reduce((sum, text) => sum + Number(/\nVmRSS:\s+(\d+) kB/.exec(text)?.[1] ?? 0) * 1_024, 0)
}

function readStatus(id: string): string | undefined {
  try {
    return readFileSync(`/proc/${id}/status`, 'latin1')
  } catch {
    return undefined
  }
}
