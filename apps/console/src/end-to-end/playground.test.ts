import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from './browser/describe-in-browser.ts'
import { keepWindows } from './browser/keep-windows.ts'
import { lookAt } from './browser/look-at.ts'
import { type ConsoleStack, startConsoleStack } from './stack/console-stack.ts'

/* What becomes of a prompt: found, sent, given back. */

/** A card of the model's own. */
const OWN_CARD = '5500 0055 5555 5559'

let stack: ConsoleStack
const keep = keepWindows()
beforeAll(async () => {
  stack = await startConsoleStack({ shared: { SHOW_SENT: 'true', NEW_VALUES: 'mask' } })
}, 600_000)
afterAll(() => stack?.stop())

describeInBrowser('the playground', () => {
  it('shows what was found, what left the house, and the answer as far as the reader may see it', async () => {
    const bob = keep(await stack.logIn('bob', '/playground'))
    const { page } = bob
    await page.getByText('Nothing has been asked yet').waitFor()
    expect(await lookAt(bob, 'playground-empty')).toEqual([])
    // The first request of a stack warms it; the picture shows the second.
    stack.model.respondWith('Noted.')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByRole('region', { name: 'What bob may see of it' }).getByText('Noted.').waitFor()
    stack.model.respondWith(({ rawBody }) => {
      const [person, mail, card] = rawBody.match(/(?:PERSON|EMAIL_ADDRESS|CREDIT_CARD)_\w+/g) ?? []
      return { text: `Dear ${person}, this goes to ${mail}. Nobody needs to read ${card} in it.` }
    })
    await page.keyboard.press('Control+Enter')
    await page.getByRole('region', { name: 'What bob may see of it' }).getByText('Dear Maria Keller').waitFor()
    expect(await lookAt(bob, 'playground')).toEqual([])
    stack.model.respondWith(({ rawBody }) => ({
      text: `To ${/EMAIL_ADDRESS_\w+/.exec(rawBody)?.[0]}, not ${OWN_CARD}, as far as anybody here can tell from it.`,
    }))
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('The answer holds values of its own').waitFor()
    const sent = page.getByRole('region', { name: 'What left the house' })
    await sent.waitFor()
    expect(await sent.textContent()).not.toContain('maria.keller@example.com')
    expect(await page.getByRole('region', { name: 'What was found' }).textContent()).toContain('CREDIT_CARD')
    // An employee of these tests sees level 2, and a mail address is level 3.
    expect(await page.getByRole('region', { name: 'What bob may see of it' }).textContent()).not.toContain(
      'maria.keller',
    )
    // The model's own words have tokens; the card that it made up is none of bob's to see, here as in the answer.
    const came = await page.getByRole('region', { name: 'What came back' }).textContent()
    expect(came).toContain('To email address')
    expect(came).toContain('not CREDIT_CARD')
    expect(await page.getByRole('main').textContent()).not.toContain(OWN_CARD)
    await page.getByRole('list', { name: 'Time of each layer' }).waitFor()

    const carol = keep(await stack.logIn('carol', '/playground'))
    await carol.page.getByRole('button', { name: 'Ask', exact: true }).click()
    const seen = carol.page.getByRole('region', { name: 'What carol may see of it' })
    await seen.getByText(`To maria.keller@example.com, not ${OWN_CARD}`).waitFor()
    const cameForCarol = await carol.page.getByRole('region', { name: 'What came back' }).textContent()
    expect(cameForCarol).toContain('To email address')
    expect(cameForCarol).not.toContain('maria.keller')
    expect(await lookAt(carol, 'playground-cleared')).toEqual([])
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
    await page.getByText('Nothing so far: no model was asked.').waitFor()
    // What was written and what came of it is there again for whoever comes back.
    await page.getByRole('link', { name: 'Look at the held request' }).click()
    await page.getByRole('region', { name: 'What happens next' }).waitFor()
    await page.goBack()
    await page.getByText('A human has to agree before anything is sent.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Prompt' }).inputValue()).toMatch(/^Wire \$50,000/)
    await page.getByRole('heading', { name: 'Playground' }).click()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Ctrl+Enter').waitFor()
    expect(complaints).toEqual([])
  })
})
