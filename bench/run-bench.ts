import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import { assessmentApiBench } from './assessment-api/assessment-api-bench.ts'
import type { Bench, Progress } from './bench.ts'
import { freezeBench } from './freeze/freeze-bench.ts'
import { gatewayBench } from './gateway/gateway-bench.ts'
import { pipelineBench } from './pipeline/pipeline-bench.ts'
import { scanBench } from './scan/scan-bench.ts'

const BENCHES: Readonly<Record<string, Bench>> = {
  freeze: freezeBench,
  gateway: gatewayBench,
  'assessment-api': assessmentApiBench,
  pipeline: pipelineBench,
  scan: scanBench,
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})

/** Runs one bench; gives the exit code: 0, 1 when its figures do not hold, 2 when it was called wrongly. */
async function main(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
  if (!bench) {
    const list = Object.entries(BENCHES).map(([one, { summary }]) => `  ${one}  ${summary}`)
    process.stderr.write(`${name ? `There is no bench "${name}".` : 'Which bench?'}\n${list.join('\n')}\n`)
    return 2
  }
  const { values } = parseArgs({ args: rest, options: { ...bench.flags, json: { type: 'boolean' } } })
  const progress = showProgress()
  const { text, data, faults } = await bench.run(values, progress).finally(progress.stop)
  const ok = faults.length === 0
  if (values.json) process.stdout.write(`${JSON.stringify({ bench: name, ok, ...data, faults })}\n`)
  else process.stdout.write(`${text}\n`)
  for (const fault of faults) process.stderr.write(`FAULT: ${fault}\n`)
  return ok ? 0 : 1
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
