import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from './browser/describe-in-browser.ts'
import { keepWindows } from './browser/keep-windows.ts'
import { lookAt } from './browser/look-at.ts'
import { type ConsoleStack, startConsoleStack } from './stack/console-stack.ts'

/* What stands around every screen: the way in and out, the menu of each role, the keys. */

let stack: ConsoleStack
const keep = keepWindows()
beforeAll(async () => {
  stack = await startConsoleStack()
}, 600_000)
afterAll(() => stack?.stop())

describeInBrowser('the way in', () => {
  it('asks to log in, and comes back to the address that was asked for', async () => {
    const window = keep(await stack.open())
    const { page } = window
    await page.goto(`${stack.origin}/console/approvals?state=denied`)
    await page.getByRole('heading', { name: 'The console of Sluice' }).waitFor()
    expect(await lookAt(window, 'welcome')).toEqual([])
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('link', { name: /^carol\b/ }).click()
    await page.getByRole('heading', { name: 'Approvals' }).waitFor()
    expect(await page.getByRole('button', { name: 'Denied' }).getAttribute('aria-pressed')).toBe('true')
    expect(new URL(page.url()).search).toBe('?state=denied')
  })

  it('shows each role the screens that it may use, and no other', async () => {
    const menus = new Map<string, string[]>()
    for (const person of ['alice', 'carol', 'dave', 'grace', 'heidi'] as const) {
      const { page, close } = await stack.logIn(person)
      const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link')
      menus.set(
        person,
        (await links.allTextContents()).map((text) => text.replace(/\d.*$/, '')),
      )
      await close()
    }
    const has = (person: string, screen: string) => menus.get(person)?.includes(screen)
    expect(
      ['alice', 'carol', 'dave', 'grace', 'heidi'].map((person) => [
        has(person, 'Approvals'),
        has(person, 'People and sessions'),
      ]),
    ).toEqual([
      [false, false],
      [true, true],
      [false, true],
      [false, false],
      [true, false],
    ])
  })

  it('says in words what the API refuses, where somebody goes to a screen by its address', async () => {
    const window = keep(await stack.logIn('alice', '/approvals'))
    await window.page.getByRole('alert').getByText('Could not load the held requests').waitFor()
    await window.page.getByText('Ask an administrator with the role for it.').waitFor()
    expect(await lookAt(window, 'refused')).toEqual([])
  })
})

describeInBrowser('the way out', () => {
  it('empties the screen, and leaves a cookie that is worth nothing to whoever has stolen it', async () => {
    const { page } = keep(await stack.logIn('carol'))
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === '__Host-sluice-console')
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' })
    const replay = () =>
      fetch(`${stack.origin}/console/session`, {
        headers: { cookie: `${cookie?.name}=${cookie?.value}`, 'x-sluice-console': '1' },
      })
    expect((await replay()).status).toBe(200)
    await page.getByRole('button', { name: 'Log out' }).click()
    // The local provider asks whether to log out there, too.
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    expect((await replay()).status).toBe(401)
  })
})

describeInBrowser('the keys', () => {
  it('are told by ?, and go to the search by /', async () => {
    const window = keep(await stack.logIn('carol', '/people'))
    const { page } = window
    await page.getByRole('searchbox').waitFor()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keys of this screen' })
    await help.getByText('Search', { exact: true }).waitFor()
    expect(await lookAt(window, 'keys')).toEqual([])
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.keyboard.type('nobody?')
    // What is typed into a field is no command.
    expect(await page.getByRole('searchbox').inputValue()).toBe('nobody?')
    await page.keyboard.press('Enter')
    await page.getByText('Nobody begins with “nobody?”').waitFor()
    expect(new URL(page.url()).searchParams.get('user')).toBe('nobody?')
    expect(await lookAt(window, 'nobody')).toEqual([])
  })
})

describeInBrowser('an address', () => {
  it('without a screen says where to go, and a theme that was chosen stays', async () => {
    const window = keep(await stack.logIn('grace', '/no/such/screen'))
    const { page } = window
    await page.getByText('There is no screen at this address').waitFor()
    expect(await lookAt(window, 'missing')).toEqual([])
    await page.getByRole('button', { name: 'Dark colours' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Light colours' }).waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  })
})
