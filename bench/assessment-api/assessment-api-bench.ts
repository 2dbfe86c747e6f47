import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { builtEntryOf, findFreePort, startProcess } from '@sluice/testkit'
import type { Bench, BenchReport, Progress } from '../bench.ts'
import { type FlagValues, wholeNumber } from '../command-line.ts'
import { percentile } from '../gateway/statistics.ts'
import { peakMemoryBytes } from './peak-memory.ts'
import { watchResponses } from './watch-responses.ts'

/** Other requests are answered in less than this while a scan runs. */
const LIMIT_MS = 50
const entry = resolve(import.meta.dirname, '../..', builtEntryOf('assessment-api'))

/** Whether the assessment API goes on answering while it scans, and what the scan takes. */
export const assessmentApiBench: Bench = {
  summary: 'response times of the assessment API while it scans a large tree, or 100,000 small files',
  flags: {
    path: { type: 'string', value: 'FOLDER', summary: 'The tree to scan; without it, one is written.' },
    files: { type: 'string', default: '100000', value: 'N', summary: 'Files of the tree that is written.' },
    scans: { type: 'string', default: '1', value: 'N', summary: 'Scans at a time; 0 measures the idle service.' },
    workers: { type: 'string', default: '0', value: 'N', summary: 'Scan workers; 0 lets the service choose.' },
  },
  run: async (flags, progress) => {
    const { path, files, scans, workers } = readSettings(flags)
    progress.start(3)
    const made = path === undefined ? await mkdtemp(join(tmpdir(), 'sluice-many-files-')) : undefined
    try {
      progress.step(made === undefined ? 'reading' : `writing ${files} files`)
      if (made !== undefined) await writeSmallFiles(made, files)
      return await measure(path ?? made ?? '', scans, workers, progress)
    } finally {
      if (made !== undefined) await rm(made, { recursive: true, force: true })
    }
  },
}

function readSettings(flags: FlagValues) {
  return {
    path: typeof flags.path === 'string' ? resolve(process.env.INIT_CWD ?? '.', flags.path) : undefined,
    files: wholeNumber(flags, 'files', { min: 0 }),
    scans: wholeNumber(flags, 'scans', { min: 0 }),
    workers: wholeNumber(flags, 'workers', { min: 0 }),
  }
}

async function measure(path: string, scans: number, workers: number, progress: Progress): Promise<BenchReport> {
  const port = await findFreePort()
  const service = await startProcess({
    name: 'assessment-api',
    command: process.execPath,
    args: [entry],
    env: { PORT: String(port), LOG_LEVEL: 'info', SCAN_WORKERS: String(workers), SCANS_AT_ONCE: String(scans || 1) },
    readyText: '"ready"',
    readyTimeoutMs: 30_000,
  })
  try {
    const url = `http://127.0.0.1:${port}`
    const token = await signIn(url)
    progress.step('nothing else to do')
    const idle = watchResponses(url, token)
    await new Promise((done) => setTimeout(done, 3_000))
    const idleMs = await idle.stop()
    progress.step('scanning')
    const memory = peakMemoryBytes(service.pid)
    const busy = watchResponses(url, token)
    const startedMs = performance.now()
    const results = await Promise.all(Array.from({ length: scans }, () => scan(url, token, path)))
    const scanMs = performance.now() - startedMs
    const busyMs = await busy.stop()
    return report({ path, results, scanMs, idleMs, busyMs, memoryBytes: memory.stop() })
  } finally {
    await service.end()
  }
}

interface Measured {
  readonly path: string
  readonly results: readonly { status: string; findings: number }[]
  readonly scanMs: number
  /** Sorted response times. */
  readonly idleMs: readonly number[]
  readonly busyMs: readonly number[]
  readonly memoryBytes: number
}

function report({ path, results, scanMs, idleMs, busyMs, memoryBytes }: Measured): BenchReport {
  const shares = [0.5, 0.99, 1]
  const [idle, busy] = [idleMs, busyMs].map((times) => shares.map((share) => percentile(times, share)))
  const slow = busyMs.filter((ms) => ms >= LIMIT_MS).length
  const line = (times: readonly number[] = []) => times.map((ms) => `${ms.toFixed(1)} ms`).join(', ')
  const faults = [
    ...results.filter(({ status }) => status !== 'completed').map(({ status }) => `a scan ended as ${status}`),
    ...slowness(idleMs, busyMs),
  ]
  return {
    text: [
      `${results.length} scans of ${path}: ${(scanMs / 1_000).toFixed(2)} s, ${results[0]?.findings ?? 0} findings`,
      `peak memory of all processes: ${(memoryBytes / 1_048_576).toFixed(0)} MiB`,
      `response times (median, 99 %, longest) of ${idleMs.length} requests without a scan: ${line(idle)}`,
      `response times (median, 99 %, longest) of ${busyMs.length} requests during the scan: ${line(busy)}`,
    ].join('\n'),
    data: { scanMs, findings: results[0]?.findings ?? 0, memoryBytes, idle, busy, slow, requests: busyMs.length },
    faults,
  }
}

/** Requests that are slow without a scan are slow for another reason, and prove nothing about a scan. */
function slowness(idleMs: readonly number[], busyMs: readonly number[]): string[] {
  const slow = busyMs.filter((ms) => ms >= LIMIT_MS).length
  if (slow === 0) return []
  if (percentile(idleMs, 1) >= LIMIT_MS) return ['this machine is too busy: requests were as slow without a scan']
  return [`${slow} of ${busyMs.length} requests took ${LIMIT_MS} ms or more while scanning`]
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"clientId":"admin-001"}',
  })
  const body: { token?: unknown } = await response.json().then(Object)
  return String(body.token)
}

async function scan(url: string, token: string, project: string): Promise<{ status: string; findings: number }> {
  const response = await fetch(`${url}/v1/scans`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ project }),
  })
  const body: { status?: unknown; findings?: unknown } = await response.json().then(Object)
  return { status: String(body.status), findings: Number(body.findings) }
}

async function writeSmallFiles(folder: string, count: number): Promise<void> {
  const perFolder = 1_000
  for (let start = 0; start < count; start += perFolder) {
    const path = join(folder, `f${start / perFolder}`)
    await mkdir(path)
    const numbers = Array.from({ length: Math.min(perFolder, count - start) }, (_, index) => start + index)
    await Promise.all(numbers.map((number) => writeFile(join(path, `C${number}.java`), sourceOf(number))))
  }
}

/** One file in twenty uses cryptography, as in large trees. */
function sourceOf(number: number): string {
  const use = number % 20 === 0 ? 'Object c = javax.crypto.Cipher.getInstance("AES/GCM/NoPadding");' : 'int n;'
  return `class C${number} { ${use} }\n`
}
