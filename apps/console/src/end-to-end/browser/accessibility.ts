import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

type Scheme = 'light' | 'dark'

/** Looks for faults of accessibility (axe-core, WCAG 2.2 AA and best practices) in both colour schemes. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const scheme of ['light', 'dark'] as const) faults.push(...(await faultsIn(page, scheme)))
  await page.emulateMedia({ colorScheme: null })
  return faults
}

async function faultsIn(page: Page, colorScheme: Scheme): Promise<string[]> {
  // Without motion no colour is seen half way. It has to end before the colours change.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))')
  // It stays until the page is left.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })")
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${colorScheme} ${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}
