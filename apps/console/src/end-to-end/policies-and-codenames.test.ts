import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from './browser/describe-in-browser.ts'
import { button, expectRefusal, useWindow } from './browser/use-window.ts'
import { type ConsoleStack, startConsoleStack } from './stack/console-stack.ts'

let console: ConsoleStack
beforeAll(async () => {
  console = await startConsoleStack({ admin: { AUDIT_WRITER: 'true' } })
}, 600_000)
afterAll(() => console?.stop())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

const HOLD = `forbid (principal, action == Action::"invokeWithoutApproval", resource)
when { context has tile && context.tile.level >= 4 };`

/** Publishes what is in the editor. */
async function publish(page: Page, reason: string): Promise<void> {
  await page.getByText('It can be published').waitFor()
  await button(page, 'Publish').click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Publish' }).click()
}

describeInBrowser('policies', () => {
  it('are written with their faults beside their lines, simulated, published, and compared', async () => {
    expect((await console.ask('alice', 'My IBAN is AT611904300234573201.')).status).toBe(200)
    await useWindow(console.logIn('erin', '/policies'), async (page) => {
      await button(page, 'New policy').click()
      const editor = page.getByLabel('Cedar policy')
      await editor.fill(HOLD.replace('tile.level', 'tile.levl'))
      await page.getByRole('button', { name: /^Line 2, column \d+/ }).click()
      expect(await editor.and(page.locator(':focus')).count()).toBe(1)
      expect(await button(page, 'Publish').isDisabled()).toBe(true)
      await editor.fill(HOLD)
      await page.getByLabel('Name').fill('hold-account-numbers')
      await page.getByLabel('Description').fill('Account numbers or more wait for a human.')
      await page.getByText('It can be published').waitFor()
      await expect
        .poll(
          async () => {
            await button(page, 'Simulate').click()
            await page.getByText('would have ended otherwise').waitFor()
            return await page.getByText('1 of 1').count()
          },
          { timeout: 60_000 },
        )
        .toBe(1)
      await publish(page, 'Agreed with legal.')
      await heading(page, 'hold-account-numbers').waitFor()
      await button(page, 'Change').click()
      await editor.fill(HOLD.replace('>= 4', '>= 5'))
      await publish(page, 'Too many were held.')
      await page.getByRole('link', { name: 'Version 2' }).click()
      const changed = page.getByRole('region', { name: 'What version 2 changed, line by line' })
      await changed.getByText('removed: ').waitFor({ state: 'attached' })
      expect(await changed.getByRole('row', { name: /tile\.level >= [45]/ }).count()).toBe(2)
    })
  }, 300_000)

  it('that are immutable are a CISO’s to change', async () => {
    await useWindow(console.logIn('carol', '/new-policy'), async (page) => {
      await page.getByLabel('Name').fill('never-by-night')
      await page.getByLabel('Description').fill('Stays as it is.')
      await page.getByLabel('Cedar policy').fill(HOLD.replace('>= 4', '>= 7'))
      expect(await page.getByRole('checkbox', { name: 'Immutable' }).isChecked()).toBe(true)
      await publish(page, 'By order of the board.')
      await heading(page, 'never-by-night').waitFor()
    })
    await useWindow(console.logIn('erin', '/policies/never-by-night'), async (page) => {
      await page.getByText('Only a CISO changes immutable policies.').waitFor()
      expect(await button(page, 'Change').count()).toBe(0)
    })
    await useWindow(console.logIn('carol', '/policies/never-by-night'), async (page) => {
      await button(page, 'Delete').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await heading(page, 'Policies').waitFor()
      await page.goto(`${console.origin}/console/policies/never-by-night`)
      await page.getByText('Version 2 deleted').waitFor()
    })
  }, 300_000)

  it('are not for an analyst', async () => {
    await expectRefusal(console.logIn('dave', '/policies'), 'Policies')
  }, 120_000)
})

describeInBrowser('codenames', () => {
  it('are checked line by line before anything is stored', async () => {
    await useWindow(console.logIn('erin', '/codenames'), async (page) => {
      await page.getByText('No codename yet').waitFor()
      await page.keyboard.press('u')
      const list = page.getByLabel('File with codenames')
      const csv = (text: string) => ({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await list.setInputFiles(csv('term,aliases,department\nFalcon,FLCN,finance\n,nothing,finance\nOtter,,legal\n'))
      await page.getByText('One line is wrong').waitFor()
      await page.getByText('Line 3', { exact: true }).waitFor()
      await page.getByText(',nothing,finance', { exact: true }).waitFor()
      expect(await button(page, 'Store it').count()).toBe(0)
      await list.setInputFiles(csv('term,aliases,department\nFalcon,FLCN,finance\nOtter,,legal\n'))
      await button(page, 'Store it').click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByText('2 added, 0 changed, 0 removed.').waitFor()
      await dialog.getByLabel('Reason').fill('The list of November.')
      await dialog.getByRole('button', { name: 'Store' }).click()
      await page.getByRole('row', { name: /Falcon FLCN finance/ }).waitFor()
      await page.getByRole('combobox', { name: 'Department' }).selectOption('legal')
      await page.getByRole('row', { name: /Otter/ }).waitFor()
      expect(await page.getByRole('row', { name: /Falcon/ }).count()).toBe(0)
    })
  }, 240_000)

  it('of other departments do not exist for an administrator of one', async () => {
    await useWindow(console.logIn('heidi', '/codenames'), async (page) => {
      await page.getByRole('row', { name: /Falcon/ }).waitFor()
      expect(await page.getByRole('row', { name: /Otter/ }).count()).toBe(0)
      expect(await page.getByRole('link', { name: 'Upload' }).count()).toBe(0)
    })
  }, 120_000)

  it('are not for an auditor', async () => {
    await expectRefusal(console.logIn('grace', '/codenames'), 'Codenames')
  }, 120_000)
})
