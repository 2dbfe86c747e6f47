import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityFaults } from './accessibility.ts'
import type { Window } from './open-browser.ts'

/** Uses a window, then looks at the accessibility of what it shows, and lets it have complained of nothing. */
export async function useWindow(
  opening: Promise<Window>,
  use: (page: Page, window: Window) => Promise<void>,
): Promise<void> {
  const window = await opening
  const { page, complaints, close } = window
  await use(page, window)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(complaints).toEqual([])
  await close()
}

/** The button with this name, whole. */
export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true })
}

/** Opens a screen that is not for this person: the API says so in its own words, and the menu does not name it. */
export async function expectRefusal(window: Promise<Window>, label: string): Promise<void> {
  await useWindow(window, async (page) => {
    await page.getByText('This needs the role').waitFor()
    const menu = page.getByRole('navigation', { name: 'Screens' })
    expect(await menu.getByRole('link', { name: label }).count()).toBe(0)
  })
}
