import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'

/** What the figures of a run depend on, one fact a row. */
export function machineFacts(): readonly (readonly [string, string])[] {
  const [cpu] = cpus()
  return [
    ['processor', `${cpu?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores`],
    ['memory', `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ['system', `${systemName()}, Linux ${release()}`],
    ['Node', process.version],
    [
      'load before the first bench',
      loadavg()
        .map((load) => load.toFixed(1))
        .join(', '),
    ],
  ]
}

function systemName(): string {
  try {
    return /^PRETTY_NAME="(.+)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform
  } catch {
    return process.platform
  }
}
