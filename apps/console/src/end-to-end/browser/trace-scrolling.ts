import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { z } from 'zod'
import { PICTURES } from './look-at.ts'

const traceShape = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** Microseconds: by the clock, and of the processor. */
      dur: z.number().optional(),
      tdur: z.number().optional(),
      args: z.object({ name: z.string().optional() }).optional(),
    }),
  ),
})

/** How long the page's thread was busy while somebody scrolled, in milliseconds. */
interface ScrollTrace {
  readonly tasks: number
  /** By the clock: on a busy machine others have worked meanwhile. */
  readonly longestMs: number
  /** Of the processor: the ten longest. */
  readonly longCpuMs: readonly number[]
}

const STEPS = 120
const PIXELS = 4_000

/** Scrolls a table from its end to its beginning with the wheel, a step a frame, and traces the page's thread. */
export async function traceScrolling(page: Page, table: Locator): Promise<ScrollTrace> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser of its own.')
  await table.hover()
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  for (let step = 0; step < STEPS; step += 1) {
    await page.mouse.wheel(0, -PIXELS)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  }
  const { traceEvents } = traceShape.parse(JSON.parse((await browser.stopTracing()).toString()))
  const threadOf = ({ pid, tid }: { readonly pid: number; readonly tid: number }) => `${pid} ${tid}`
  const pages = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  )
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && pages.has(threadOf(event)))
  const longest = (of: 'dur' | 'tdur') => tasks.map((task) => (task[of] ?? 0) / 1_000).toSorted((a, b) => b - a)
  const [longestMs = 0] = longest('dur')
  const longCpuMs = longest('tdur').slice(0, 10)
  return { tasks: tasks.length, longestMs, longCpuMs }
}

/** Keeps what was measured beside the pictures. */
export async function keepTrace(name: string, measured: object): Promise<void> {
  await writeFile(join(PICTURES, `${name}.json`), `${JSON.stringify(measured)}\n`)
}
