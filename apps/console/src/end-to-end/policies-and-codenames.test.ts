import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from './browser/describe-in-browser.ts'
import { keepWindows } from './browser/keep-windows.ts'
import { lookAt } from './browser/look-at.ts'
import { button, expectRefusal, useWindow } from './browser/use-window.ts'
import { type ConsoleStack, startConsoleStack } from './stack/console-stack.ts'

let console: ConsoleStack
beforeAll(async () => {
  console = await startConsoleStack({ admin: { AUDIT_WRITER: 'true' } })
}, 600_000)
afterAll(() => console?.stop())

const keep = keepWindows()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

const HOLD = `forbid (principal, action == Action::"invokeWithoutApproval", resource)
when { context has tile && context.tile.level >= 4 };`

/** Publishes what is in the editor. */
async function publish(page: Page, reason: string): Promise<void> {
  await page.getByText('It can be published').waitFor()
  await button(page, 'Publish').click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Reason').fill(reason)
  // The tests are run first; the thread that does so starts with the first of them.
  await dialog.getByRole('button', { name: 'Publish' }).click({ timeout: 120_000 })
}

describeInBrowser('policies', () => {
  it('are written with their faults beside their lines, simulated, published, and compared', async () => {
    expect((await console.ask('alice', 'My IBAN is AT611904300234573201.')).status).toBe(200)
    await useWindow(console.logIn('erin', '/policies'), async (page, erin) => {
      await page.getByRole('table').first().waitFor()
      expect(await lookAt(erin, 'policies')).toEqual([])
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
      expect(await lookAt(erin, 'policy')).toEqual([])
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

  it('are tested before they are published, with the tests that are kept with the others', async () => {
    const erin = keep(await console.logIn('erin', '/new-policy'))
    const { page } = erin
    await page.getByLabel('Name').fill('finance-waits')
    await page.getByLabel('Description').fill('What finance asks about accounts waits for a human.')
    const editor = page.getByLabel('Cedar policy')
    const finance = HOLD.replace('principal,', 'principal in Department::"finance",')
    await editor.fill(finance)
    const write = async (name: string, groups: string, level: string, effect: string, by: string) => {
      await button(page, 'Add a test').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('What it is about').fill(name)
      await dialog.getByLabel('Somebody in the groups').fill(groups)
      await dialog.getByLabel('Level of its data').fill(level)
      await dialog.getByLabel('shall be').selectOption(effect)
      await dialog.getByLabel('By the policies').fill(by)
      if (level === '4') expect(await lookAt(erin, 'policy-test-form')).toEqual([])
      await dialog.getByRole('button', { name: 'Add' }).click()
    }
    await write('Accounts of finance wait', 'dept:finance', '4', 'held', 'finance-waits')
    await write('Names pass', 'dept:finance', '2', 'permitted', '')
    await button(page, 'Run tests').click()
    await page.getByText('All 2 tests pass.').waitFor({ timeout: 120_000 })
    expect(await page.getByText('passed', { exact: true }).count()).toBe(2)

    // A slip in the text is seen in the editor and again before it is published.
    await editor.fill(finance.replace('>= 4', '>= 6'))
    await page.getByText('run them again').waitFor()
    await page.getByText('It can be published').waitFor()
    await button(page, 'Run tests').click()
    const failed = page
      .getByRole('list', { name: 'Tests of this policy' })
      .getByRole('listitem')
      .filter({ hasText: 'Accounts' })
    await failed.getByText('failed', { exact: true }).waitFor()
    await failed.getByText('Got').waitFor()
    expect(await failed.getByText('permitted', { exact: true }).count()).toBe(1)
    expect(await lookAt(erin, 'policy-tests')).toEqual([])
    await button(page, 'Publish').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('1 of 2 tests fails.').waitFor({ timeout: 120_000 })
    await dialog.getByText('finance-waits: Accounts of finance wait').waitFor()
    await dialog.getByRole('button', { name: 'Publish all the same' }).waitFor()
    expect(await lookAt(erin, 'policy-publish-failing')).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await editor.fill(finance)
    await publish(page, 'As agreed.')
    await heading(page, 'finance-waits').waitFor()
    await page.getByRole('list', { name: 'Tests of this policy' }).getByText('Names pass').waitFor()

    // Another policy that would break it says so, and the tests stay with each version.
    await page.goto(`${console.origin}/console/new-policy`)
    await page.getByLabel('Name').fill('nothing-by-finance')
    await page.getByLabel('Description').fill('A test.')
    await editor.fill('forbid (principal in Department::"finance", action == Action::"invoke", resource);')
    await page.getByText('It can be published').waitFor()
    await button(page, 'Run tests').click()
    const others = page.getByRole('list', { name: 'Tests of finance-waits that fail' })
    await others.waitFor()
    expect(await others.getByRole('listitem').count()).toBe(2)
    await page.goto(`${console.origin}/console/policies/finance-waits/edit`)
    await page.getByText('2 tests', { exact: true }).waitFor()
    expect(erin.complaints).toEqual([])
  })

  it('are not for an analyst', async () => {
    await expectRefusal(console.logIn('dave', '/policies'), 'Policies')
  }, 120_000)
})

describeInBrowser('codenames', () => {
  it('are checked line by line before anything is stored', async () => {
    await useWindow(console.logIn('erin', '/codenames'), async (page, erin) => {
      await page.getByText('No codename yet').waitFor()
      await page.keyboard.press('u')
      const list = page.getByLabel('File with codenames')
      const csv = (text: string) => ({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await list.setInputFiles(csv('term,aliases,department\nFalcon,FLCN,finance\n,nothing,finance\nOtter,,legal\n'))
      await page.getByText('One line is wrong').waitFor()
      await page.getByText('Line 3', { exact: true }).waitFor()
      await page.getByText(',nothing,finance', { exact: true }).waitFor()
      expect(await lookAt(erin, 'codenames-upload')).toEqual([])
      expect(await button(page, 'Store it').count()).toBe(0)
      await list.setInputFiles(csv('term,aliases,department\nFalcon,FLCN,finance\nOtter,,legal\n'))
      await button(page, 'Store it').click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByText('2 added, 0 changed, 0 removed.').waitFor()
      await dialog.getByLabel('Reason').fill('The list of November.')
      await dialog.getByRole('button', { name: 'Store' }).click()
      await page.getByRole('row', { name: /Falcon FLCN finance/ }).waitFor()
      expect(await lookAt(erin, 'codenames')).toEqual([])
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
