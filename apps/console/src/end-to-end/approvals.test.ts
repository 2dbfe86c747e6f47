import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from './browser/describe-in-browser.ts'
import { keepWindows } from './browser/keep-windows.ts'
import { lookAt } from './browser/look-at.ts'
import type { Window } from './browser/open-browser.ts'
import { type ConsoleStack, startConsoleStack } from './stack/console-stack.ts'

/* Held requests: two persons have to approve, one of whom is a CISO. */

const THRESHOLDS = [
  { count: 2, roles: [] },
  { count: 1, roles: ['ciso'] },
]

let stack: ConsoleStack
const keep = keepWindows()
beforeAll(async () => {
  stack = await startConsoleStack({ shared: { APPROVAL_THRESHOLDS: JSON.stringify(THRESHOLDS) } })
}, 600_000)
afterAll(() => stack?.stop())

let number = 0
/** Asks for something that is held: each time another order. */
async function order(): Promise<void> {
  number += 1
  const response = await stack.ask('alice', `Transfer ${number}000 euros to Mr. James Miller, SSN 536-22-8145.`)
  expect(response.status).toBe(200)
}

describeInBrowser('the inbox', () => {
  it('shows a request as it is held, and two people in two browsers approve it by keyboard alone', async () => {
    const before = stack.model.requestCount
    const erin = keep(await stack.logIn('erin', '/approvals'))
    await erin.page.getByText('Nobody waits for you').waitFor()
    expect(await lookAt(erin, 'approvals-empty')).toEqual([])
    const lost = keep(await stack.logIn('erin', '/approvals/nonsense'))
    await lost.page.getByText('There is no such request').waitFor()
    await order()
    await erin.page
      .getByRole('row')
      .filter({ hasText: /alice.*finance.*[0-9a-f]{8}/ })
      .waitFor()
    expect(await lookAt(erin, 'approvals')).toEqual([])
    await erin.page.keyboard.press('j')
    await erin.page.keyboard.press('Enter')
    await erin.page.getByText('2 approvals missing').waitFor()
    await approveByKeyboard(erin, 'Known to me')
    await erin.page.getByText('You have decided.').waitFor()
    expect(stack.model.requestCount).toBe(before)

    const carol = keep(await stack.logIn('carol', new URL(erin.page.url()).pathname.replace('/console', '')))
    await carol.page.getByText('Approved by erin.').waitFor()
    expect(await lookAt(carol, 'approval')).toEqual([])
    const alice = keep(await stack.logIn('alice', new URL(erin.page.url()).pathname.replace('/console', '')))
    await alice.page.getByText('Nothing has left so far.').waitFor()
    await alice.page.getByText('Approved by AIGO.').waitFor()
    expect(await lookAt(alice, 'own-request')).toEqual([])
    await approveByKeyboard(carol, 'Checked with the customer')
    // She sees it as well, with its answer, and neither who decided nor why.
    await alice.page.getByRole('region', { name: 'The answer' }).getByText('Done.').waitFor()
    const told = await alice.page.getByRole('main').textContent()
    expect(told).not.toMatch(/carol|erin|Checked with the customer/)
    expect(await lookAt(alice, 'own-request-answered')).toEqual([])
    // Both see how it ends, and nobody has loaded anything anew.
    for (const { page } of [erin, carol]) await page.getByText('Done', { exact: true }).waitFor()
    await erin.page.getByRole('blockquote').filter({ hasText: 'Checked with the customer' }).waitFor()
    const history = carol.page.getByRole('region', { name: 'History' }).getByRole('listitem')
    expect(
      (await history.allTextContents()).map((text) => text.split(/ as |\d{1,2} [A-Z]|[A-Z][a-z]{2} \d/)[0]),
    ).toEqual([
      ...['alice asked, and it was held', 'erin approved it', 'carol approved it'],
      ...['It was sent to stub-model', 'stub-model answered'],
    ])
    expect(stack.model.requestCount).toBe(before + 1)
    // She finds it again where she begins.
    await alice.page.getByRole('link', { name: 'Start' }).first().click()
    const decided = alice.page.getByRole('list', { name: 'Those decided' }).getByRole('listitem').first()
    await decided.getByText('with its answer').waitFor()
    await decided.getByRole('link').click()
    await alice.page.getByRole('region', { name: 'The answer' }).getByText('Done.').waitFor()
    expect([...erin.complaints, ...carol.complaints, ...alice.complaints]).toEqual([])
  })

  it('shows values above the clearance of who looks as chips, and denies for good', async () => {
    await order()
    const heidi = keep(await stack.logIn('heidi', '/approvals'))
    const { page } = heidi
    await page.getByRole('link', { name: 'alice' }).first().click()
    await page.getByText('1 value is above your clearance, shown as tokens.').waitFor()
    const asked = page.getByRole('region', { name: 'What is asked' })
    expect(await asked.getByRole('listitem').first().textContent()).toMatch(/James Miller, SSN us ssn[0-9A-Z]{4}\.$/)
    expect(await lookAt(heidi, 'approval-tokens')).toEqual([])
    await page.getByRole('button', { name: 'Deny' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Deny' }).click()
    await dialog.getByText('Say why; it is kept with the act.').waitFor()
    expect(await lookAt(heidi, 'approval-deny')).toEqual([])
    await dialog.getByRole('textbox').fill('No such customer')
    await dialog.getByRole('button', { name: 'Deny' }).click()
    await page.getByText('Denied', { exact: true }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  })

  it('throws an approver out who is frozen while looking', async () => {
    await order()
    const erin = keep(await stack.logIn('erin', '/approvals'))
    await erin.page.getByRole('link', { name: 'alice' }).first().click()
    await erin.page.getByRole('region', { name: 'What is asked' }).waitFor()
    await erin.page.getByText('Live', { exact: true }).first().waitFor()
    const gone = erin.page.getByRole('heading', { name: 'Your account is frozen' }).waitFor()
    await stack.freeze('erin')
    await gone
    expect(await erin.page.getByText('James Miller').count()).toBe(0)
    expect(await lookAt(erin, 'frozen-out')).toEqual([])
    await stack.unfreeze('erin')
  })

  it('is usable on a phone', async () => {
    expect((await stack.ask('alice', 'Drop the users table.')).status).toBe(200)
    await order()
    const { page } = keep(await stack.logIn('heidi', '/', { viewport: { width: 390, height: 844 }, hasTouch: true }))
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Approvals/ })
      .tap()
    const longest = page.getByRole('cell').filter({ hasText: 'administer' }).first()
    await longest.waitFor()
    expect(await longest.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await page.getByRole('link', { name: 'alice' }).first().tap()
    await page.getByRole('button', { name: 'Approve' }).tap()
    await page.getByRole('textbox').fill('Seen on the way')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).tap()
    await page.getByText('You have decided.').waitFor()
  })
})

/** Presses `a`, writes the comment, and confirms with the keys that a keyboard has. */
async function approveByKeyboard({ page }: Window, comment: string): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  await page.keyboard.press('a')
  await page.getByRole('alertdialog', { name: /Approve the request/ }).waitFor()
  await page.getByRole('textbox', { name: 'Comment' }).waitFor()
  await page.keyboard.type(comment)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
}
