import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from './browser/describe-in-browser.ts'
import { keepWindows } from './browser/keep-windows.ts'
import { lookAt } from './browser/look-at.ts'
import { type ConsoleStack, startConsoleStack } from './stack/console-stack.ts'

/* Two persons in two browsers see what stood behind the tokens of a session. */

let stack: ConsoleStack
const keep = keepWindows()
beforeAll(async () => {
  stack = await startConsoleStack()
}, 600_000)
afterAll(() => stack?.stop())

/** The number of a session in which Alice has named somebody. */
async function sessionOfAlice(): Promise<string> {
  const response = await stack.ask('alice', 'Write to Maria Keller at maria.keller@example.com.')
  return response.headers.get('x-session-id') ?? ''
}

describeInBrowser('break-glass', () => {
  it('shows two persons the values of a session while it lasts, and nobody after it is ended', async () => {
    const session = await sessionOfAlice()
    const frank = keep(await stack.logIn('frank', '/break-glass'))
    await frank.page.getByText('Nobody has asked for original values').waitFor()
    expect(await lookAt(frank, 'break-glass-empty')).toEqual([])
    await frank.page.getByRole('button', { name: 'Turn the first key' }).click()
    const form = frank.page.getByRole('dialog', { name: 'Turn the first key' })
    await form.getByRole('textbox', { name: 'Session' }).fill(session)
    await form.getByRole('checkbox', { name: 'EMAIL_ADDRESS' }).check()
    expect(await lookAt(frank, 'break-glass-open')).toEqual([])
    await form.getByRole('button', { name: 'Turn the first key' }).click()
    await form.getByText('Say why; it is kept in the audit trail.').waitFor()
    await form.getByRole('textbox', { name: 'Reason' }).fill('Court order 4711')
    await form.getByRole('button', { name: 'Turn the first key' }).click()
    await frank.page.getByText('Second key missing').waitFor()
    expect(await frank.page.getByRole('button', { name: 'Turn the second key' }).count()).toBe(0)

    const carol = keep(await stack.logIn('carol', '/break-glass'))
    await carol.page.getByRole('link', { name: 'Court order 4711' }).click()
    await carol.page.getByRole('timer', { name: 'Until the second key is too late' }).waitFor()
    await carol.page.getByRole('button', { name: 'Turn the second key' }).click()
    const confirm = carol.page.getByRole('alertdialog')
    await confirm.getByRole('textbox').fill('Order seen')
    expect(await lookAt(carol, 'break-glass-confirm')).toEqual([])
    await confirm.getByRole('button', { name: 'Turn the second key' }).click()
    // Frank has loaded nothing anew.
    await frank.page.getByRole('button', { name: 'Show the values' }).click()
    await frank.page.getByRole('row').filter({ hasText: 'maria.keller@example.com' }).waitFor()
    await frank.page.getByRole('timer', { name: 'Until it closes' }).waitFor()
    expect(await lookAt(frank, 'break-glass')).toEqual([])

    await carol.page.getByRole('button', { name: 'End it' }).click()
    await confirm.getByRole('textbox').fill('Seen enough')
    await confirm.getByRole('button', { name: 'End the request' }).click()
    for (const { page } of [frank, carol]) await page.getByText('This request is over: revoked').waitFor()
    expect(await frank.page.getByText('maria.keller@example.com').count()).toBe(0)
    expect([...frank.complaints, ...carol.complaints]).toEqual([])
  })

  it('goes the same way in a drill, on values that belong to nobody', async () => {
    const carol = keep(await stack.logIn('carol', '/break-glass?kind=drills'))
    await carol.page.getByText('No drill has succeeded yet.').waitFor()
    await carol.page.getByRole('button', { name: 'Begin a drill' }).click()
    await carol.page.getByRole('textbox', { name: 'Reason' }).fill('The drill of this month')
    await carol.page.getByRole('button', { name: 'Begin the drill', exact: true }).click()
    await carol.page.getByRole('heading', { name: 'Drill', exact: true }).waitFor()
    const address = new URL(carol.page.url()).pathname.replace('/console', '')
    const frank = keep(await stack.logIn('frank', address))
    await frank.page.getByRole('button', { name: 'Turn the second key' }).click()
    await frank.page.getByRole('textbox').fill('As planned')
    await frank.page.getByRole('alertdialog').getByRole('button', { name: 'Turn the second key' }).click()
    await frank.page.getByRole('button', { name: 'Show the values' }).click()
    await frank.page.getByText('The drill has succeeded').waitFor()
    expect([...frank.complaints, ...carol.complaints]).toEqual([])
  })

  it('is not for an auditor', async () => {
    const { page } = keep(await stack.logIn('grace', '/break-glass'))
    await page.getByText('Could not load the requests').waitFor()
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Break-glass' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Turn the first key' }).count()).toBe(0)
  })
})
