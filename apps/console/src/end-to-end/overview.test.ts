import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from './browser/describe-in-browser.ts'
import { keepWindows } from './browser/keep-windows.ts'
import { lookAt } from './browser/look-at.ts'
import { type ConsoleStack, startConsoleStack } from './stack/console-stack.ts'

/* What is going on, in figures that follow it. */

let stack: ConsoleStack
const keep = keepWindows()
beforeAll(async () => {
  stack = await startConsoleStack()
}, 600_000)
afterAll(() => stack?.stop())

describeInBrowser('the overview', () => {
  it('shows a CISO what runs and what waits, and follows it', async () => {
    const carol = keep(await stack.logIn('carol'))
    const { page } = carol
    const waiting = page.getByRole('region', { name: 'Waiting for a human' })
    await waiting.getByText('Nobody waits for you').waitFor()
    expect((await stack.ask('bob', 'What is a sluice?')).status).toBe(200)
    expect((await stack.ask('alice', 'Transfer 4000 euros to Mr. James Miller, SSN 536-22-8145.')).status).toBe(200)
    await waiting.getByRole('link', { name: 'alice wants to transact' }).waitFor()
    // The audit writer counts, and the figures are fetched again.
    const figures = page.getByRole('region', { name: 'Figures' })
    await figures.getByText('0 denied, 1 held, 0 refused').waitFor()
    await page.getByRole('region', { name: 'Stopped by layer' }).getByText('L0 held').waitFor()
    await figures.getByText('and 1 worker; all leases hold').waitFor()
    const services = page.getByRole('region', { name: 'Gateways and services' })
    await services.getByText('lease holds').first().waitFor()
    await services.getByText('admin', { exact: true }).waitFor()
    const spend = page.getByRole('region', { name: 'Requests and spend' })
    await spend.getByRole('img', { name: 'Answered requests by day' }).waitFor()
    expect(await lookAt(carol, 'overview')).toEqual([])
    await page.getByRole('button', { name: 'Last 14 days' }).click()
    await figures.getByText('0 denied, 1 held, 0 refused').waitFor()
    await page.getByRole('button', { name: 'Last day' }).click()
    await figures.waitFor()
    expect(new URL(page.url()).search).toBe('?window=day')
  })

  it('shows each role its part, and says so to those who have none', async () => {
    const heidi = keep(await stack.logIn('heidi'))
    await heidi.page.getByRole('region', { name: 'Waiting for a human' }).waitFor()
    expect(await heidi.page.getByRole('region', { name: 'Figures' }).count()).toBe(0)
    const grace = keep(await stack.logIn('grace'))
    await grace.page.getByRole('region', { name: 'Figures' }).waitFor()
    expect(await grace.page.getByRole('region', { name: 'Waiting for a human' }).count()).toBe(0)
    const alice = keep(await stack.logIn('alice'))
    await alice.page.getByRole('heading', { name: 'Hello, alice' }).waitFor()
    expect([...heidi.complaints, ...grace.complaints, ...alice.complaints]).toEqual([])
  })

  it('shows those who watch over nothing their own requests, and what they may do', async () => {
    const alice = keep(await stack.logIn('alice'))
    const mine = alice.page.getByRole('region', { name: 'Your requests that wait' })
    await mine.getByRole('link', { name: 'To transact, by stub-model' }).waitFor()
    expect(await lookAt(alice, 'start')).toEqual([])
    const bob = keep(await stack.logIn('bob'))
    await bob.page.getByText('Your role here: Key holder.').waitFor()
    const screens = bob.page.getByRole('region', { name: 'What you can do here' })
    await screens.getByRole('link', { name: 'Keys and limits' }).click()
    await bob.page.getByRole('heading', { name: 'Keys and limits' }).waitFor()
    expect([...alice.complaints, ...bob.complaints]).toEqual([])
  })
})
