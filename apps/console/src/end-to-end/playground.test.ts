import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from './browser/describe-in-browser.ts'
import { keepWindows } from './browser/keep-windows.ts'
import { lookAt } from './browser/look-at.ts'
import { type ConsoleStack, startConsoleStack } from './stack/console-stack.ts'

/* What becomes of a prompt: found, sent, given back. */

let stack: ConsoleStack
const keep = keepWindows()
beforeAll(async () => {
  stack = await startConsoleStack({ shared: { SHOW_SENT: 'true' } })
}, 600_000)
afterAll(() => stack?.stop())

describeInBrowser('the playground', () => {
  it('shows what was found, what left the house, and the answer as far as the reader may see it', async () => {
    stack.model.respondWith(({ rawBody }) => ({ text: `To ${/EMAIL_ADDRESS_\w+/.exec(rawBody)?.[0]}` }))
    const bob = keep(await stack.logIn('bob', '/playground'))
    const { page } = bob
    await page.getByText('Nothing has been asked yet').waitFor()
    expect(await lookAt(bob, 'playground-empty')).toEqual([])
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    const sent = page.getByRole('region', { name: 'What left the house' })
    await sent.waitFor()
    expect(await sent.textContent()).not.toContain('maria.keller@example.com')
    expect(await page.getByRole('region', { name: 'What was found' }).textContent()).toContain('CREDIT_CARD')
    // An employee of these tests sees level 2, and a mail address is level 3.
    expect(await page.getByRole('region', { name: 'What bob gets back' }).textContent()).not.toContain('maria.keller')
    await page.getByRole('list', { name: 'Time of each layer' }).waitFor()
    expect(await lookAt(bob, 'playground')).toEqual([])

    const carol = keep(await stack.logIn('carol', '/playground'))
    await carol.page.getByRole('button', { name: 'Ask', exact: true }).click()
    await carol.page
      .getByRole('region', { name: 'What carol gets back' })
      .getByText('To maria.keller@example.com')
      .waitFor()
    expect([...bob.complaints, ...carol.complaints]).toEqual([])
  })

  it('says why a prompt was refused, and that one waits for a human', async () => {
    const { page, complaints } = keep(await stack.logIn('bob', '/playground'))
    await page.getByRole('button', { name: 'An attack' }).click()
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('jailbreak_detected').waitFor()
    await page.getByRole('button', { name: 'A payment' }).click()
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('A human has to agree before anything is sent.').waitFor()
    await page.getByText('Nothing so far: it waits for a human.').waitFor()
    expect(complaints).toEqual([])
  })
})
