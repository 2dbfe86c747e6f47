import { monitorEventLoopDelay } from 'node:perf_hooks'
import { loadKnowledge, scan } from '@sluice/assessment'
import type { ScanFigures } from './scan-bench.ts'

/* Runs one scan and prints its figures as JSON. Arguments: path, workers, packs. */

const [path = '.', workers = '1', packs = ''] = process.argv.slice(2)
const loop = monitorEventLoopDelay({ resolution: 5 })
// The first turns belong to the start of this process.
await new Promise((resolve) => setTimeout(resolve, 200))
loop.enable()
const knowledge = await loadKnowledge({ packs: packs === '' ? [] : packs.split(',') })
const { detections, statistics } = await scan(path, knowledge.packs, { workers: Number(workers) })
loop.disable()
const megabytes = statistics.bytesRead / 1e6
const seconds = statistics.durationMs / 1e3
const figures: ScanFigures = {
  workers: Number(workers),
  files: statistics.filesRead,
  parsed: statistics.filesParsed,
  megabytes,
  seconds,
  megabytesPerSecond: megabytes / seconds,
  filesPerSecond: statistics.filesRead / seconds,
  peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  findings: detections.length,
  skipped: { ...statistics.skipped },
  longestStallMs: loop.max / 1e6,
}
process.stdout.write(JSON.stringify(figures))
