import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { monotonicMs } from '../adapters/monotonic-clock.ts'
import type { SkippedFile } from '../model/detection.ts'
import type { ParseResult } from './messages.ts'
import { ParsePool } from './parse-pool.ts'

/** A thread that dies, hangs or puts off by the name of a file. */
const SCRIPT = `
import { parentPort, workerData } from 'node:worker_threads'
const counters = new Int32Array(workerData.shared)
parentPort.on('message', ({ files, isLarge }) => {
  const deferred = []
  const read = []
  for (const [i, file] of files.entries()) {
    Atomics.store(counters, 0, i + 1)
    if (file === 'exits') process.exit(3)
    if (file === 'throws') throw new Error('a fault of the thread')
    if (file === 'hangs') for (;;) {}
    if (file.startsWith('large') && !isLarge) deferred.push(file)
    else read.push(file)
  }
  Atomics.store(counters, 0, 0)
  parentPort.postMessage({ summaries: [], skipped: [], deferred, filesRead: read.length, filesParsed: 0, bytesRead: 0, read, isLarge })
})
`
let folder = ''
let script: URL

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-pool-'))
  writeFileSync(join(folder, 'thread.mjs'), SCRIPT)
  script = pathToFileURL(join(folder, 'thread.mjs'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Told = ParseResult & { readonly read: readonly string[]; readonly isLarge: boolean }

async function run(batches: readonly (readonly string[])[], workers: number, mayGoOn: () => boolean = () => true) {
  const left = [...batches]
  const results: Told[] = []
  const skipped: SkippedFile[] = []
  const pool = new ParsePool({
    root: folder,
    packs: [],
    workers,
    maxFileBytes: 1,
    now: monotonicMs,
    onResult: (result) => results.push(result as Told), // What this test's own thread sends.
    onSkip: (one) => skipped.push(one),
    mayGoOn,
    // Far more than a thread needs to start on a busy machine; only what hangs waits for it.
    maxFileMs: 4_000,
    script,
  })
  await pool.look({ type: 'keywords' }, () => left.shift() ?? [])
  await pool.end()
  return { read: results.flatMap(({ read }) => read), results, skipped }
}

describe('a thread that is lost', () => {
  test.each(['exits', 'throws', 'hangs'])('costs the file it was at: %s', async (fault) => {
    const { read, skipped } = await run([['a', fault, 'b'], ['c']], 1)
    expect(skipped).toEqual([{ file: fault, reason: 'parse-failed' }])
    expect([...read].sort()).toEqual(['a', 'b', 'c'])
  })

  test('several, on several slots', async () => {
    const { read, skipped } = await run([['exits', 'a'], ['b', 'throws'], ['exits'], ['c', 'exits', 'exits', 'd']], 2)
    expect(skipped).toHaveLength(5)
    expect([...read].sort()).toEqual(['a', 'b', 'c', 'd'])
  })
})

test('large files come last, one at a time', async () => {
  const { results, read } = await run([['large 1', 'a'], ['b', 'large 2', 'large 3'], ['c']], 2)
  const large = results.filter(({ isLarge }) => isLarge)
  expect(large.map((one) => one.read.length)).toEqual([1, 1, 1])
  expect(results.slice(-3)).toEqual(large)
  expect([...read].sort()).toEqual(['a', 'b', 'c', 'large 1', 'large 2', 'large 3'])
})

test('nothing more is read once it may not go on', async () => {
  let asked = 0
  const { read } = await run([['hangs'], ['a']], 1, () => {
    asked += 1
    return asked < 2
  })
  expect(read).toEqual([])
})
