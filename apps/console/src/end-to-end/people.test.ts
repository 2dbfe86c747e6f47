import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from './browser/describe-in-browser.ts'
import { keepWindows } from './browser/keep-windows.ts'
import { lookAt } from './browser/look-at.ts'
import { type ConsoleStack, startConsoleStack } from './stack/console-stack.ts'

/* People and sessions. Unfreezing asks for a login with a key (RFC 9470, `phr`). */

const STEP_UP = { 'unfreeze-user': { acr_values: ['phr', 'phrh'] } }

let stack: ConsoleStack
const keep = keepWindows()
beforeAll(async () => {
  stack = await startConsoleStack({ admin: { STEP_UP: JSON.stringify(STEP_UP) } })
  for (const person of ['alice', 'bob'] as const)
    expect((await stack.ask(person, 'What is a sluice?')).status).toBe(200)
}, 600_000)
afterAll(() => stack?.stop())

describeInBrowser('a person', () => {
  it('is found, frozen by keyboard alone with what each gateway says, and freed by a stronger login', async () => {
    const carol = keep(await stack.logIn('carol', '/people'))
    const { page } = carol
    await page.getByRole('row').filter({ hasText: 'bob' }).waitFor()
    expect(await lookAt(carol, 'people')).toEqual([])
    await page.keyboard.press('/')
    await page.keyboard.type('alice@example.test')
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: 'bob' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Tab')
    await page.getByRole('row').filter({ hasText: 'alice' }).waitFor()
    await page.locator('body').press('j')
    await page.locator('tr:focus').filter({ hasText: 'alice' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('1 open session').waitFor()
    expect(await lookAt(carol, 'person')).toEqual([])

    await page.keyboard.press('f')
    await page.getByRole('alertdialog', { name: 'Freeze alice?' }).waitFor()
    await page.keyboard.type('Token seen on a paste site')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('2 of 2 have confirmed that nothing runs there any more.').waitFor()
    expect(await page.getByRole('listitem').filter({ hasText: 'confirmed' }).count()).toBe(2)
    await page.getByText('alice is frozen').waitFor()
    expect((await stack.ask('alice', 'Am I?')).status).toBe(403)
    expect(await lookAt(carol, 'person-frozen')).toEqual([])

    await page.getByRole('button', { name: 'Unfreeze' }).click()
    await page.getByRole('alertdialog').getByRole('textbox').fill('The token is revoked')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unfreeze' }).click()
    await page.getByText('This act asks for a fresh login.').waitFor()
    expect(await lookAt(carol, 'fresh-login')).toEqual([])
    await page.getByRole('link', { name: 'Log in again' }).click()
    await page.getByRole('link', { name: /^carol\b/ }).click()
    // Back at the same act, with what was written.
    const dialog = page.getByRole('alertdialog', { name: 'Unfreeze alice?' })
    await dialog.waitFor()
    expect(await dialog.getByRole('textbox').inputValue()).toBe('The token is revoked')
    await dialog.getByRole('button', { name: 'Unfreeze' }).click()
    await page.getByText('alice is free again').waitFor()
    expect((await stack.ask('alice', 'And now?')).status).toBe(200)
    // Once more: what is said of her last takes the place of what was said before.
    await page.keyboard.press('f')
    await page.getByRole('alertdialog', { name: 'Freeze alice?' }).getByRole('textbox').fill('Seen again')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Freeze' }).click()
    const notes = page.locator('[data-note]')
    await notes.filter({ hasText: 'alice is frozen' }).waitFor()
    await notes.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('alertdialog', { name: 'Unfreeze alice?' }).getByRole('textbox').fill('A false alarm')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unfreeze' }).click()
    await notes.filter({ hasText: 'alice is free again' }).waitFor()
    expect(await notes.filter({ hasText: 'alice is frozen' }).count()).toBe(0)
    expect(carol.complaints).toEqual([])
  })

  it('is frozen by an analyst, who sees states and ids only and frees nobody', async () => {
    const dave = keep(await stack.logIn('dave', '/people?view=sessions&user=bob'))
    const { page } = dave
    await page.getByRole('row').filter({ hasText: 'not for your role' }).waitFor()
    expect(await lookAt(dave, 'people-analyst')).toEqual([])
    await page.getByRole('link', { name: 'bob' }).click()
    await page.getByRole('button', { name: 'Freeze' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill('An odd hour')
    await dialog.getByRole('button', { name: 'Freeze' }).click()
    await page.getByRole('button', { name: 'Freeze again' }).waitFor()
    expect(await page.getByRole('button', { name: 'Unfreeze' }).count()).toBe(0)
    expect((await stack.ask('bob', 'Am I?')).status).toBe(403)
    expect(dave.complaints).toEqual([])
    await stack.unfreeze('bob')
  })

  it('is frozen from a phone, and a screen that somebody else looks at follows', async () => {
    const carol = keep(await stack.logIn('carol', '/people/bob'))
    await carol.page.getByText('Active', { exact: true }).first().waitFor()
    const { page } = keep(
      await stack.logIn('dave', '/people/bob', { viewport: { width: 390, height: 844 }, hasTouch: true }),
    )
    await page.getByRole('button', { name: 'Freeze' }).tap()
    await page.getByRole('textbox').fill('From the train')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Freeze' }).tap()
    await page.getByRole('button', { name: 'Freeze again' }).waitFor()
    await carol.page.getByRole('button', { name: 'Unfreeze' }).waitFor()
    await carol.page.getByText('From the train').waitFor()
    await stack.unfreeze('bob')
    await carol.page.getByRole('button', { name: 'Unfreeze' }).waitFor({ state: 'detached' })
  })

  it('who is not known is not mistaken for one who is not frozen', async () => {
    const carol = keep(await stack.logIn('carol', '/people/nobody'))
    await carol.page.getByRole('alert').getByText('Could not find this person').waitFor()
    expect(await carol.page.getByRole('button', { name: 'Freeze' }).count()).toBe(0)
  })
})

describeInBrowser('a session', () => {
  it('is frozen by itself', async () => {
    const carol = keep(await stack.logIn('carol', '/people?view=sessions&user=alice'))
    const { page } = carol
    await page.getByRole('table').getByRole('link', { name: /^\d+$/ }).click()
    await page.getByText('the default session of its client').waitFor()
    expect(await lookAt(carol, 'session')).toEqual([])
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByRole('alertdialog').getByRole('textbox').fill('A drill')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Freeze' }).click()
    // The note of what was done leads to the way back.
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('alertdialog', { name: /^Unfreeze session/ }).waitFor()
    expect((await stack.ask('alice', 'Still?')).status).toBe(403)
    await page.getByRole('alertdialog').getByRole('textbox').fill('The drill is over')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unfreeze' }).click()
    // What is said of her as a user may say so already.
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    await page.getByText('Free again', { exact: true }).first().waitFor()
    expect((await stack.ask('alice', 'Still?')).status).toBe(200)
    expect(carol.complaints).toEqual([])
  })
})
