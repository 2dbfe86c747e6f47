import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeInBrowser } from './browser/describe-in-browser.ts'
import { lookAt } from './browser/look-at.ts'
import type { Window } from './browser/open-browser.ts'
import { plugInKey } from './browser/virtual-key.ts'
import { type ConsoleStack, startConsoleStack } from './stack/console-stack.ts'

/* Approving asks for a login of the last five minutes, or for a security key. */

vi.setConfig({ testTimeout: 180_000 })

const STEP_UP = { 'decide-approval': { max_age_seconds: 300 }, 'unfreeze-user': { acr_values: ['phr'] } }

let stack: ConsoleStack
const windows: Window[] = []
const keep = (window: Window) => {
  windows.push(window)
  return window
}
beforeAll(async () => {
  const admin = { STEP_UP: JSON.stringify(STEP_UP), CONSOLE_WEBAUTHN_RP_ID: 'localhost' }
  stack = await startConsoleStack({ admin, host: 'localhost' })
}, 600_000)
beforeEach(async () => {
  await query('DELETE FROM security_keys')
})
afterEach(async () => {
  await Promise.all(windows.splice(0).map((window) => window.close()))
})
afterAll(() => stack?.stop())

/** The pool gives up after a second, in which a busy machine may not get through. */
const query = (text: string) => vi.waitFor(() => stack.stack.database.pool.query(text), { timeout: 60_000 })
/** As if everybody had logged in, and used a key, an hour earlier. The provider knows better, and asks nobody again. */
const age = () =>
  query(`UPDATE console_sessions SET auth_time = auth_time - interval '1 hour',
    security_key_at = security_key_at - interval '1 hour'`)
const cookieOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === '__Host-sluice-console')?.value

let number = 0
/** Asks for something that is held, and opens it in the window. */
async function openHeld({ page }: Window): Promise<void> {
  number += 1
  const response = await stack.ask('alice', `Transfer ${number}000 euros to Mr. James Miller, SSN 536-22-8145.`)
  expect(response.status).toBe(200)
  const menu = page.getByRole('navigation', { name: 'Screens' })
  await menu.getByRole('link', { name: /^Approvals/ }).click()
  await page.getByRole('row').filter({ hasText: 'alice' }).first().getByRole('link').first().click()
  await page.getByRole('region', { name: 'What is asked' }).waitFor()
}

async function approve({ page }: Window, comment: string): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill(comment)
  await dialog.getByRole('button', { name: 'Approve' }).click()
}

/** Adds a key by the screen that the person's menu leads to. */
async function addKey({ page }: Window, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Security keys' }).click()
  await page.getByRole('button', { name: 'Add a key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a security key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Add the key', exact: true }).click()
}

describeInBrowser('a security key', () => {
  it('is registered by an approver, and approves a held request in the place of another login', async () => {
    const erin = keep(await stack.logIn('erin'))
    const { page } = erin
    const key = await plugInKey(page)
    await page.getByRole('link', { name: 'Security keys' }).click()
    await page.getByText('You have no security key yet').waitFor()
    expect(await lookAt(erin, 'security-keys-empty')).toEqual([])
    await page.getByRole('button', { name: 'Add a key' }).click()
    await page.getByRole('button', { name: 'Add the key', exact: true }).click()
    await page.getByText('Give it a name.').waitFor()
    expect(await lookAt(erin, 'security-key-add')).toEqual([])
    await page.getByRole('textbox', { name: 'Name' }).fill('Blue, on my key ring')
    await page.getByRole('button', { name: 'Add the key', exact: true }).click()
    await page.getByRole('listitem').filter({ hasText: 'Blue, on my key ring' }).getByText('Not used yet.').waitFor()
    expect(await key.count()).toBe(1)
    expect(await lookAt(erin, 'security-keys')).toEqual([])

    await openHeld(erin)
    await age()
    const [before, asked] = [await cookieOf(page), stack.model.requestCount]
    await approve(erin, 'Known to me')
    await page.getByText('This act asks for a fresh login, or for your security key.').waitFor()
    expect(await lookAt(erin, 'security-key-step')).toEqual([])
    await page.getByRole('button', { name: 'Use a security key' }).click()
    await page.getByText('Your security key has confirmed that it is you.').waitFor()
    expect(await lookAt(erin, 'security-key-confirmed')).toEqual([])
    expect(await cookieOf(page)).not.toBe(before)
    const dialog = page.getByRole('alertdialog')
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Known to me')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    // The page goes on with the session's new id, and what happens is still told.
    await page.getByText('Done', { exact: true }).waitFor()
    await page.getByText('Live', { exact: true }).first().waitFor()
    expect(stack.model.requestCount).toBe(asked + 1)
    expect(erin.complaints).toEqual([])
  })

  it('is asked for by a session that is stale, and without it the way is a login', async () => {
    const erin = keep(await stack.logIn('erin'))
    const { page } = erin
    const own = await plugInKey(page)
    await addKey(erin, 'At the other desk')
    await page.getByText('At the other desk is added').waitFor()
    await own.remove()
    const other = await plugInKey(page)
    await openHeld(erin)
    await age()
    await approve(erin, 'From the other desk')
    await page.getByRole('button', { name: 'Use a security key' }).click()
    await page.getByText(/^No security key has answered/).waitFor()
    expect(await lookAt(erin, 'security-key-missing')).toEqual([])
    await other.remove()
    await page.getByRole('link', { name: 'Log in again' }).click()
    const dialog = page.getByRole('alertdialog')
    expect(await dialog.getByRole('textbox').inputValue()).toBe('From the other desk')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Done', { exact: true }).waitFor()
    expect(erin.complaints).toEqual([])
  })

  it('is offered to nobody who has none, nor where an act asks for more', async () => {
    const carol = keep(await stack.logIn('carol'))
    const { page } = carol
    await openHeld(carol)
    await age()
    await approve(carol, 'Without a key')
    await page.getByText('This act asks for a fresh login. What you have written is kept.').waitFor()
    expect(await page.getByRole('button', { name: 'Use a security key' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Log in again' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()

    await plugInKey(page)
    await addKey(carol, 'Mine')
    await page.getByText('Mine is added').waitFor()
    await stack.freeze('bob')
    await page.goto(`${stack.origin}/console/people/bob?act=unfreeze`)
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill('A mistake')
    await dialog.getByRole('button', { name: 'Unfreeze' }).click()
    await page.getByText('This act asks for a fresh login. What you have written is kept.').waitFor()
    await stack.unfreeze('bob')
    expect(carol.complaints).toEqual([])
  })

  it('is added and removed after a fresh login only, and not by a finger that is wrong', async () => {
    const grace = keep(await stack.logIn('grace'))
    const { page } = grace
    const key = await plugInKey(page)
    await age()
    await addKey(grace, 'Passkey of the laptop')
    await page.getByText('This act asks for a fresh login.').waitFor()
    expect(await key.count()).toBe(0)
    expect(await lookAt(grace, 'security-key-login')).toEqual([])
    await page.getByRole('link', { name: 'Log in again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a security key' })
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Passkey of the laptop')
    await key.verify(false)
    await dialog.getByRole('button', { name: 'Add the key', exact: true }).click()
    await dialog.getByText(/^No security key has answered/).waitFor()
    await key.verify(true)
    await dialog.getByRole('button', { name: 'Add the key', exact: true }).click()
    await page.getByText('Passkey of the laptop is added').waitFor()

    await page.getByRole('button', { name: 'Remove Passkey of the laptop' }).click()
    expect(await lookAt(grace, 'security-key-remove')).toEqual([])
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('You have no security key yet').waitFor()
    expect(grace.complaints).toEqual([])
  })
})
