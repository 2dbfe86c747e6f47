import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { AhoCorasick } from '@monyone/aho-corasick'
import { openCodenameIndex } from '@sluice/codenames'
import { compileCodenames } from '@sluice/pipeline/ports'
import type { Bench } from '../bench.ts'
import { wholeNumber } from '../command-line.ts'
import { median } from '../gateway/statistics.ts'
import { madeUpTerms, PLAIN_TEXT, textWithHits } from './made-up-terms.ts'

/** L2's matcher may take so long for 1,000 characters without a hit, in milliseconds. */
const BUDGET_MS = 0.05
const SIZES = [1_000, 50_000, 200_000]
const MEGABYTE = 1_048_576

interface Matcher {
  readonly name: string
  readonly buildMs: number
  readonly megabytes: number
  readonly find: (text: string) => readonly unknown[]
}

interface Row {
  readonly terms: number
  readonly matcher: string
  readonly buildMs: number
  readonly megabytes: number
  /** For 1,000 characters, in milliseconds. */
  readonly withoutHitMs: number
  readonly withHitsMs: number
}

/** The index of codenames beside an automaton of Aho and Corasick over the same terms in small letters. */
export const codenamesBench: Bench = {
  summary: 'Codenames: build time, memory, cost for 1,000 characters, and the longest stall while an index is compiled',
  flags: {
    rounds: { type: 'string', default: '15', value: 'N', summary: 'Rounds, of which the median counts.' },
    reads: { type: 'string', default: '40', value: 'N', summary: 'Readings of 8,000 characters in a round.' },
  },
  run: async (flags, progress) => {
    const rounds = wholeNumber(flags, 'rounds')
    const reads = wholeNumber(flags, 'reads')
    progress.start(SIZES.length * 2 + 1)
    const rows: Row[] = []
    for (const size of SIZES) {
      for (const build of [buildIndex, buildAutomaton]) {
        progress.step(`${size} terms: ${build.name}`)
        const terms = madeUpTerms(size).map(({ term }) => term)
        const { find, name: matcher, ...built } = build(size)
        const costOf = (text: string) => costMs(find, text, rounds, reads)
        const withoutHitMs = costOf(PLAIN_TEXT)
        const withHitsMs = costOf(textWithHits(terms.map((term) => ({ term, level: 7 }))))
        rows.push({ terms: size, matcher, ...built, withoutHitMs, withHitsMs })
        await setImmediate()
      }
    }
    progress.step('stall')
    const largest = Math.max(...SIZES)
    const stall = await longestStall(largest)
    const over = rows.filter(({ matcher, withoutHitMs }) => matcher === 'index' && withoutHitMs > BUDGET_MS)
    return {
      text: render(rows, stall, largest),
      data: { rows, stall },
      faults: over.map(({ terms, withoutHitMs }) => `${terms} terms: ${withoutHitMs} ms is over ${BUDGET_MS}`),
    }
  },
}

function buildIndex(size: number): Matcher {
  const terms = madeUpTerms(size)
  const startedMs = performance.now()
  const memory = compileCodenames(terms)
  const buildMs = performance.now() - startedMs
  const index = openCodenameIndex(memory)
  return { name: 'index', buildMs, megabytes: memory.byteLength / MEGABYTE, find: (text) => index.find(text) }
}

/** It knows no words, accents or other spellings, and gets texts in small letters. */
function buildAutomaton(size: number): Matcher {
  const terms = madeUpTerms(size).map(({ term }) => term.toLowerCase())
  const before = usedBytes()
  const startedMs = performance.now()
  const automaton = new AhoCorasick(terms)
  const buildMs = performance.now() - startedMs
  const megabytes = (usedBytes() - before) / MEGABYTE
  return { name: 'aho-corasick', buildMs, megabytes, find: (text) => automaton.matchInText(text.toLowerCase()) }
}

function usedBytes(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function costMs(find: Matcher['find'], text: string, rounds: number, reads: number): number {
  // The compiler has to have seen it often.
  for (let read = 0; read < 2 * reads; read += 1) find(text)
  const costs = Array.from({ length: rounds }, () => {
    const startedMs = performance.now()
    for (let read = 0; read < reads; read += 1) find(text)
    return (performance.now() - startedMs) / reads / (text.length / 1_000)
  })
  return median(costs)
}

interface Stall {
  readonly buildMs: number
  readonly longestMs: number
  readonly idleMs: number
}

/** How long the event loop stands still at most while a thread compiles an index and hands it over. */
async function longestStall(terms: number): Promise<Stall> {
  const idleMs = await longestDelay(async () => {
    for (let turn = 0; turn < 200; turn += 1) await setImmediate()
  })
  const startedMs = performance.now()
  const longestMs = await longestDelay(async () => {
    const url = new URL('./compile-thread.ts', import.meta.url)
    const worker = new Worker(url, { workerData: terms })
    await once(worker, 'message')
    await worker.terminate()
  })
  return { buildMs: performance.now() - startedMs, longestMs, idleMs }
}

async function longestDelay(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await work()
  delay.disable()
  return delay.max / 1e6
}

function render(rows: readonly Row[], { buildMs, longestMs, idleMs }: Stall, terms: number): string {
  const lines = rows.map(
    (row) =>
      `${String(row.terms).padStart(7)}  ${row.matcher.padEnd(12)}  ${row.buildMs.toFixed(0).padStart(8)}  ` +
      `${row.megabytes.toFixed(1).padStart(7)}  ${row.withoutHitMs.toFixed(4).padStart(11)}  ${row.withHitsMs.toFixed(4).padStart(9)}`,
  )
  return [
    '  terms  matcher       build ms       MB  ms per 1,000  with hits',
    ...lines,
    '',
    `Compiling ${terms} terms in a thread: ${buildMs.toFixed(0)} ms; the event loop stood still for at most ` +
      `${longestMs.toFixed(1)} ms (${idleMs.toFixed(1)} ms when idle).`,
    `Budget without a hit: ${BUDGET_MS} ms for 1,000 characters.`,
  ].join('\n')
}
