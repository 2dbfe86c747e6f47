import { cpus, loadavg } from 'node:os'
import { cpuTimeUs } from '../gateway/process-cpu.ts'

/** CPU time as a share of one core: 1 is a core that was busy all the time. The background load is this process. */
export interface MachineUse {
  readonly cores: number
  readonly processes: Readonly<Record<string, number>>
  /** Of processes outside the bench, which falsify its figures. */
  readonly others: number
  /** Of the last minute, when the measurement began. */
  readonly loadBefore: number
}

/** Begins to measure; the function that it gives ends it. The names are those of the bench's own processes. */
export function measureMachine(pids: Readonly<Record<string, number>>): () => MachineUse {
  const [loadBefore = 0] = loadavg()
  const before = takeTimes(pids)
  return () => {
    const after = takeTimes(pids)
    const elapsedUs = (after.atMs - before.atMs) * 1_000
    const shares = Object.keys(pids).map((name) => [
      name,
      ((after.own[name] ?? 0) - (before.own[name] ?? 0)) / elapsedUs,
    ])
    const others = (after.machineUs - before.machineUs - (after.benchUs - before.benchUs)) / elapsedUs
    return {
      cores: cpus().length,
      processes: { ...Object.fromEntries(shares), 'background load': (after.self - before.self) / elapsedUs },
      others: Math.max(others, 0),
      loadBefore,
    }
  }
}

function takeTimes(pids: Readonly<Record<string, number>>) {
  const { user, system } = process.cpuUsage()
  const times = cpus().map((cpu) => cpu.times)
  return {
    atMs: performance.now(),
    own: Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuTimeUs(pid)])),
    self: user + system,
    // With all that it has started.
    benchUs: cpuTimeUs(process.pid),
    machineUs: times.reduce((sum, one) => sum + one.user + one.nice + one.sys + one.irq, 0) * 1_000,
  }
}
