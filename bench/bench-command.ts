import { SingleBar } from 'cli-progress'
import { allBench } from './all/all-bench.ts'
import { assessmentApiBench } from './assessment-api/assessment-api-bench.ts'
import type { Bench, Progress } from './bench.ts'
import { cacheBench } from './cache/cache-bench.ts'
import { codenamesBench } from './codenames/codenames-bench.ts'
import { alignColumns, COMMON_FLAGS, describeFlags, readArguments, UsageError } from './command-line.ts'
import { eventsBench } from './events/events-bench.ts'
import { evidenceBench } from './evidence/evidence-bench.ts'
import { evidenceKillsBench } from './evidence-kills/evidence-kills-bench.ts'
import { failoverBench } from './failover/failover-bench.ts'
import { freezeBench } from './freeze/freeze-bench.ts'
import { gatewayBench } from './gateway/gateway-bench.ts'
import { hostileBench } from './hostile/hostile-bench.ts'
import { l1Bench } from './l1/l1-bench.ts'
import { latencyBench } from './latency/latency-bench.ts'
import { neighboursBench } from './neighbours/neighbours-bench.ts'
import { outboxBench } from './outbox/outbox-bench.ts'
import { overloadBench } from './overload/overload-bench.ts'
import { piiBench } from './pii/pii-bench.ts'
import { pipelineBench } from './pipeline/pipeline-bench.ts'
import { rollingBench } from './rolling/rolling-bench.ts'
import { scanBench } from './scan/scan-bench.ts'
import { simulateBench } from './simulate/simulate-bench.ts'
import { soakBench } from './soak/soak-bench.ts'
import { stackBench } from './stack/stack-bench.ts'
import { providersBench } from './wires/providers-bench.ts'
import { wiresBench } from './wires/wires-bench.ts'

const BENCHES: Readonly<Record<string, Bench>> = {
  all: allBench,
  cache: cacheBench,
  codenames: codenamesBench,
  events: eventsBench,
  evidence: evidenceBench,
  'evidence-kills': evidenceKillsBench,
  failover: failoverBench,
  freeze: freezeBench,
  gateway: gatewayBench,
  'assessment-api': assessmentApiBench,
  hostile: hostileBench,
  l1: l1Bench,
  latency: latencyBench,
  neighbours: neighboursBench,
  outbox: outboxBench,
  overload: overloadBench,
  pii: piiBench,
  pipeline: pipelineBench,
  rolling: rollingBench,
  scan: scanBench,
  simulate: simulateBench,
  stack: stackBench,
  soak: soakBench,
  wires: wiresBench,
  providers: providersBench,
}

/**
 * Runs one bench, or prints help; gives the exit code: 0, or 1 when the figures do not hold. Throws `UsageError`.
 *
 * @param print gets what belongs on standard output.
 */
export async function runBench(
  [name = '', ...rest]: readonly string[],
  print: (text: string) => void,
): Promise<number> {
  if (name === '--help') {
    print(helpOfAll())
    return 0
  }
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
  if (bench === undefined) throw new UsageError(name === '' ? 'Which bench?' : `There is no bench '${name}'.`)
  const { values } = readArguments(rest, { ...bench.flags, ...COMMON_FLAGS }, false)
  if (values.help === true) {
    print(helpOf(name, bench))
    return 0
  }
  const progress = showProgress()
  const { text, data, faults } = await bench.run(values, progress).finally(progress.stop)
  const ok = faults.length === 0
  print(values.json === true ? JSON.stringify({ bench: name, ok, ...data, faults }) : text)
  for (const fault of faults) process.stderr.write(`FAULT: ${fault}\n`)
  return ok ? 0 : 1
}

/** The command that shows how a bench is called, or which there are. */
export function helpCommandOf([name = '']: readonly string[]): string {
  return `npm run bench -- ${Object.hasOwn(BENCHES, name) ? `${name} ` : ''}--help`
}

function helpOfAll(): string {
  const list = alignColumns(Object.entries(BENCHES).map(([name, { summary }]) => [name, summary]))
  return `Usage: npm run bench -- NAME [flags]

${list}

The flags of one: npm run bench -- NAME --help
Exit code: 0; 1 when the figures do not hold, which lines with FAULT explain; 2 when the command is wrong.`
}

function helpOf(name: string, { summary, flags }: Bench): string {
  return `Usage: npm run bench -- ${name} [flags]

${summary}.

${describeFlags({ ...flags, ...COMMON_FLAGS })}`
}

function showProgress(): Progress & { stop(): void } {
  const bar = new SingleBar({
    format: '{bar} {value}/{total} {doing}',
    stream: process.stderr,
    noTTYOutput: true,
    notTTYSchedule: 5_000,
    hideCursor: true,
  })
  let done = 0
  return {
    start: (steps) => bar.start(steps, 0, { doing: '' }),
    step: (doing) => {
      bar.update(done, { doing })
      done += 1
    },
    stop: () => {
      bar.update(done, { doing: 'done' })
      bar.stop()
    },
  }
}
