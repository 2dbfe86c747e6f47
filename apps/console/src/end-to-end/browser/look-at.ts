import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from './accessibility.ts'
import type { Window } from './open-browser.ts'

/** Not kept in the repository; the few that the documentation shows are copied from here. */
export const PICTURES = fileURLToPath(new URL('../../../../../.sluice/console-screenshots/', import.meta.url))

const DESKTOP = { width: 1280, height: 800 }
const VIEWS = [
  { name: 'light', colorScheme: 'light', size: DESKTOP },
  { name: 'dark', colorScheme: 'dark', size: DESKTOP },
  { name: 'phone', colorScheme: 'light', size: { width: 390, height: 844 } },
] as const

/**
 * Looks at what a window shows: keeps a picture in light, dark and on a phone, and gives what is wrong with it. Wrong
 * is what axe-core finds in either scheme, what Chromium has complained of, and a page that is wider than its window.
 */
export async function lookAt({ page, complaints }: Window, name: string): Promise<string[]> {
  await mkdir(PICTURES, { recursive: true })
  const faults: string[] = []
  for (const view of VIEWS) {
    await page.setViewportSize(view.size)
    await page.emulateMedia({ colorScheme: view.colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(PICTURES, `${name}-${view.name}.png`), animations: 'disabled' })
    faults.push(...(await widerThanItsWindow(page, view.name)))
  }
  // 200 % of the letters on a window of 1280 by 800.
  await page.setViewportSize({ width: 640, height: 400 })
  faults.push(...(await widerThanItsWindow(page, '200 %')))
  await page.setViewportSize(DESKTOP)
  const reports = [...complaints]
  faults.push(...(await accessibilityFaults(page)), ...reports)
  return faults
}

const OVERFLOW = `Math.max(
  ...[document.documentElement, document.querySelector('main')].map((one) => one ? one.scrollWidth - one.clientWidth : 0)
)`

async function widerThanItsWindow(page: Page, view: string): Promise<string[]> {
  const overflow = await page.evaluate<number>(OVERFLOW)
  return overflow > 0 ? [`${view}: ${overflow} pixels wider than its window`] : []
}
