import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityFaults } from './browser/accessibility.ts'
import { type ConsoleStack, startConsoleStack } from './stack/console-stack.ts'

let console: ConsoleStack
beforeAll(async () => {
  console = await startConsoleStack()
}, 600_000)
afterAll(() => console?.stop())

it('looks', async () => {
  for (const n of [1, 2, 3]) {
    const r = await console.ask('alice', `Transfer ${n}000 euros to the account of Mr. James Miller, SSN 536-22-8145.`)
    expect(r.status).toBe(200)
  }
  await console.ask('bob', 'Give the user test administrator rights on the production database.')
  await console.ask('bob', 'Hello there')
  const { page, complaints } = await console.logIn('erin')
  const shot = async (name: string) => {
    await page.waitForLoadState('networkidle').catch(() => undefined)
    for (const [scheme, width, height] of [
      ['light', 1280, 800],
      ['dark', 1280, 800],
      ['light', 390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: scheme })
      await page.screenshot({ path: `/tmp/shots/${name}-${scheme}-${width}.png` })
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    process.stderr.write(`${name}: ${(await accessibilityFaults(page)).join('\n')}\n`)
  }
  await page.waitForTimeout(1500)
  await shot('overview')
  await page.getByRole('link', { name: /^Approvals/ }).click()
  await page.getByRole('table').waitFor()
  await shot('approvals')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  await shot('approval')
  await page.keyboard.press('a')
  await page.waitForTimeout(500)
  await shot('approve')
  await page.keyboard.press('Escape')
  const carol = await console.logIn('carol', '/people')
  process.stderr.write(complaints.join('\n'))
  const p2 = carol.page
  await p2.waitForTimeout(1500)
  await p2.screenshot({ path: '/tmp/shots/people.png' })
  await p2.goto(`${console.origin}/console/people/alice`)
  await p2.waitForTimeout(1500)
  await p2.screenshot({ path: '/tmp/shots/person.png' })
  await p2.keyboard.press('f')
  await p2.waitForTimeout(500)
  await p2.keyboard.type('Token seen on a paste site')
  await p2.getByRole('button', { name: 'Freeze', exact: true }).last().click()
  await p2.waitForTimeout(1500)
  await p2.screenshot({ path: '/tmp/shots/frozen.png' })
  process.stderr.write(`${carol.complaints.join('\n')}\n`)
}, 300_000)
