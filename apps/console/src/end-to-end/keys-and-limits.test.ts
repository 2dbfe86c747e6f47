import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeInBrowser } from './browser/describe-in-browser.ts'
import { keepWindows } from './browser/keep-windows.ts'
import { lookAt } from './browser/look-at.ts'
import { button, expectRefusal, useWindow } from './browser/use-window.ts'
import { type ConsoleStack, startConsoleStack } from './stack/console-stack.ts'

const QUOTAS = {
  default: { requestsPerMinute: 300, tokensPerDay: 20_000, costPerMonth: 25 },
  byDepartment: {
    finance: { tokensPerDay: 100_000, costPerMonth: 400 },
    engineering: { requestsPerMinute: 3_000, tokensPerMonth: 2_000_000 },
  },
  byTenant: { '*': { costPerMonth: 1_500 } },
}

let console: ConsoleStack
const keep = keepWindows()
beforeAll(async () => {
  console = await startConsoleStack({
    shared: { QUOTAS: JSON.stringify(QUOTAS) },
    admin: { AUDIT_WRITER: 'true' },
    endpoint: { price: { currency: 'EUR', input: 1_000, output: 4_000 } },
  })
  // People have used something, so that there is something to see.
  for (const person of ['alice', 'bob', 'alice'] as const)
    await eventually(200, async () => (await console.ask(person, 'What is a sluice?')).status)
}, 600_000)
afterAll(() => console?.stop())

/** Asks until the answer has this status: a gateway on a busy machine may refuse for a moment. */
async function eventually(status: number, ask: () => Promise<number>): Promise<void> {
  await vi.waitFor(async () => expect(await ask()).toBe(status), { timeout: 60_000, interval: 200 })
}

/** Asks a model with an API key. */
async function askWith(key: string): Promise<number> {
  const response = await fetch(`${console.stack.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'stub-model', messages: [{ role: 'user', content: 'What is a weir?' }] }),
  })
  await response.text()
  return response.status
}

/** Looks again and again until something is shown that is recorded seconds later. */
async function reloadUntil(page: Page, words: string | RegExp): Promise<void> {
  const count = async () => {
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    return await page
      .getByText(words)
      .first()
      .waitFor({ timeout: 3_000 })
      .then(
        () => true,
        () => false,
      )
  }
  await vi.waitFor(async () => expect(await count()).toBe(true), { timeout: 120_000, interval: 500 })
}

/** Fills in the form of a key and makes it; gives the key, which is shown this once. */
async function makeKey(page: Page, name: string, subject?: string): Promise<string> {
  await button(page, 'New key').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  if (subject !== undefined) await dialog.getByLabel('Subject of the person').fill(subject)
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  return await dialog.getByLabel('Key', { exact: true }).inputValue()
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

describeInBrowser('an API key', () => {
  it('is made, shown once, used, narrowed and revoked by a CISO', async () => {
    const carol = keep(await console.logIn('carol', '/keys'))
    const { page } = carol
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByText('No key yet').waitFor()
    await button(page, 'New key').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Make the key' }).click()
    await dialog.getByText('Say what it is for, so that it is known in the list.').waitFor()
    await dialog.getByLabel('Name').fill('nightly build')
    await dialog.getByLabel('Subject of the person').fill('alice')
    await dialog.getByText('Limits of its own').click()
    await dialog.getByLabel('Tokens per day').fill('500')
    await dialog.getByLabel('Spend per month').fill('5')
    expect(await lookAt(carol, 'key-form')).toEqual([])
    await dialog.getByRole('button', { name: 'Make the key' }).click()
    const key = await dialog.getByLabel('Key', { exact: true }).inputValue()
    expect(key).toMatch(/^sk-sluice-[0-9a-f]{16}_[A-Za-z0-9_-]{49}$/)
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await dialog.getByText('Copied. Put it where secrets are kept.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key)
    // Escape does not take away what nobody can get again.
    await page.keyboard.press('Escape')
    expect(await dialog.getByLabel('Key', { exact: true }).inputValue()).toBe(key)
    expect(await lookAt(carol, 'key-made')).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect(await page.content()).not.toContain(key)

    await eventually(200, () => askWith(key))
    await row(page, 'nightly build').getByRole('link').click()
    await reloadUntil(page, /^[1-9]\d* this month$/)
    await page.getByText(/^\d+ of 500/).waitFor()
    expect(await lookAt(carol, 'key')).toEqual([])

    await button(page, 'Change limits').click()
    await dialog.getByLabel('Requests per minute').fill('1')
    await dialog.getByLabel('Tokens per day').fill('')
    await dialog.getByLabel('Reason').fill('It asks once a night.')
    await dialog.getByRole('button', { name: 'Change limits' }).click()
    await page.getByText('2 of 2 running gateways and workers go by them.').waitFor()
    await page.getByText('In a minute, at all gateways together: 1 request.').waitFor()
    await eventually(429, () => askWith(key))

    await button(page, 'Revoke').click()
    const confirmation = page.getByRole('alertdialog', { name: 'Revoke the key nightly build?' })
    await confirmation.getByLabel('Reason').fill('Seen in a public repository.')
    await confirmation.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('2 of 2 running gateways and workers refuse it.').waitFor()
    await eventually(401, () => askWith(key))
    await page.getByText('Revoked', { exact: true }).first().waitFor()
    expect(await button(page, 'Revoke').count()).toBe(0)
    expect(carol.complaints).toEqual([])
  })

  it('is a holder’s own, who sees no other and changes no limit', async () => {
    await useWindow(console.logIn('bob', '/keys'), async (page) => {
      const key = await makeKey(page, 'editor plug-in')
      await eventually(200, () => askWith(key))
      await page.getByRole('button', { name: 'I have stored it' }).click()
      await row(page, 'editor plug-in').waitFor()
      expect(await row(page, 'alice').count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Departments' }).count()).toBe(0)
      await row(page, 'editor plug-in').getByRole('link').click()
      await page.getByText('all that its owner may use').waitFor()
      expect(await button(page, 'Change limits').count()).toBe(0)
      await button(page, 'Revoke').click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByLabel('Reason').fill('A new machine.')
      await dialog.getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('editor plug-in is revoked').waitFor()
      await eventually(401, () => askWith(key))
    })
  })

  it('of another department is not a Dept Admin’s to make, nor to see', async () => {
    const heidi = keep(await console.logIn('heidi', '/keys'))
    const { page } = heidi
    await button(page, 'New key').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('for bob')
    await dialog.getByLabel('Subject of the person').fill('bob')
    await dialog.getByRole('button', { name: 'Make the key' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Subject of the person').fill('alice')
    await dialog.getByRole('button', { name: 'Make the key' }).click()
    await dialog.getByLabel('Key', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await row(page, 'for bob').filter({ hasText: 'alice' }).waitFor()
    expect(await row(page, 'editor plug-in').count()).toBe(0)
    expect(await lookAt(heidi, 'keys')).toEqual([])
    await page.getByRole('button', { name: 'Revoked' }).click()
    await row(page, 'nightly build').waitFor()
    await row(page, 'for bob').waitFor({ state: 'detached' })
  })

  it('is not listed for an analyst, who revokes it by its id', async () => {
    await expectRefusal(console.logIn('dave', '/keys'), 'Keys and limits')
    const token = await console.stack.mint({ sub: 'carol', groups: ['role:ciso'] })
    const made = await fetch(`${console.origin}/admin/api-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'leaked', user: 'alice' }),
    })
    const { id, key }: { id: string; key: string } = JSON.parse(await made.text())
    await eventually(200, () => askWith(key))
    await useWindow(console.logIn('dave', `/keys/${id}`), async (page) => {
      await page.getByText('Your role may revoke this key').waitFor()
      await button(page, 'Revoke').click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByLabel('Reason').fill('Offered for sale.')
      await dialog.getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('2 of 2 running gateways and workers refuse it.').waitFor()
      await eventually(401, () => askWith(key))
    })
  })
})

describeInBrowser('limits', () => {
  it('of the tenant, its departments and people are shown to those who look after all', async () => {
    const erin = keep(await console.logIn('erin', '/keys'))
    const { page } = erin
    await reloadUntil(page, 'All together')
    await page.getByRole('region', { name: 'engineering' }).getByText('3,000 requests a minute').waitFor()
    await page.getByRole('list', { name: 'Limits of finance' }).getByText('Tokens today').waitFor()
    expect(await page.getByRole('button', { name: 'Keys', exact: true }).count()).toBe(0)
    expect(await lookAt(erin, 'limits')).toEqual([])
    await page.getByRole('button', { name: 'People' }).click()
    await row(page, 'bob').waitFor()
    expect(await lookAt(erin, 'limits-people')).toEqual([])
    await page.keyboard.press('/')
    await page.keyboard.type('alice')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Limits of alice' }).waitFor()
    await page.getByRole('heading', { level: 3, name: 'Of all of finance' }).waitFor()
    expect(await lookAt(erin, 'limits-person')).toEqual([])
    expect(erin.complaints).toEqual([])
  })

  it('are shown to a Dept Admin as far as the own departments go', async () => {
    await useWindow(console.logIn('heidi', '/keys?view=departments'), async (page) => {
      await page.getByRole('region', { name: 'finance' }).waitFor()
      expect(await page.getByRole('region', { name: 'All together' }).count()).toBe(0)
      expect(await page.getByRole('region', { name: 'engineering' }).count()).toBe(0)
      await page.getByRole('button', { name: 'People' }).click()
      await row(page, 'alice').waitFor()
      expect(await row(page, 'bob').count()).toBe(0)
      await row(page, 'alice').getByRole('link').click()
      await page.getByText('What others have taken of it is not for your role.').waitFor()
      await page.goto(`${console.origin}/console/keys/people/bob`)
      await page.getByText('Could not load these limits').waitFor()
    })
  })
})
