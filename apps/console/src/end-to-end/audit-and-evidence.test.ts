import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from './browser/describe-in-browser.ts'
import { lookAt } from './browser/look-at.ts'
import { keepTrace, traceScrolling } from './browser/trace-scrolling.ts'
import { button, expectRefusal, useWindow } from './browser/use-window.ts'
import { type ConsoleStack, startConsoleStack } from './stack/console-stack.ts'
import { startWitness, type TestWitness } from './stack/witness.ts'

const SSN = 'The SSN of Mr. James Miller is 536-22-8145.'

let console: ConsoleStack
let witness: TestWitness
beforeAll(async () => {
  witness = await startWitness()
  const key = Buffer.alloc(32, 9).toString('base64')
  const log = { TLOG_KEY: key, TLOG_CHECKPOINT_MS: '200', TLOG_WITNESSES: witness.setting }
  console = await startConsoleStack({ admin: { AUDIT_WRITER: 'true', EVIDENCE_WORKERS: '1', ...log } })
  for (const person of ['alice', 'bob'] as const) expect((await console.ask(person, SSN)).status).toBe(200)
}, 600_000)
afterAll(async () => {
  await console?.stop()
  witness?.stop()
})

/** Opens the newest answered request. The trail is some moments behind the requests. */
async function openRequest(page: Page): Promise<void> {
  const row = page.getByRole('link', { name: 'Request answered' }).first()
  await expect
    .poll(
      async () => {
        await page.goto(`${console.origin}/console/audit?type=request.answered`)
        await page.getByRole('status').filter({ hasText: 'entries' }).waitFor()
        return await row.count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  await row.click()
}

/** Proves the row that is open. Its checkpoint is some moments behind the trail. */
async function prove(page: Page): Promise<void> {
  const verdict = page.getByText('Proved in this browser')
  await expect
    .poll(
      async () => {
        await page.keyboard.press('p')
        await verdict.or(page.getByText('Could not get its proof')).waitFor()
        return await verdict.count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
}

describeInBrowser('the audit trail', () => {
  it('shows an auditor what each layer decided, and proves the row in the browser', async () => {
    await useWindow(console.logIn('grace', '/audit'), async (page, grace) => {
      await openRequest(page)
      const entry = page.getByRole('region', { name: 'Entry' })
      for (const layer of ['L0 Action', 'L2 Detection', 'L6 Evidence']) await entry.getByText(layer).waitFor()
      await entry.getByRole('link', { name: 'mask-us-ssn' }).first().waitFor()
      await prove(page)
      await entry.getByText('Cosigned by witness.example/w1').waitFor()
      await entry.getByText('this service has told them').waitFor()
      expect(await lookAt(grace, 'audit-entry')).toEqual([])
    })
  }, 240_000)

  it('finds a row that was altered on its way, in the proof as on the screen', async () => {
    await useWindow(console.logIn('carol', '/audit'), async (page) => {
      await openRequest(page)
      await page.route('**/admin/audit-log?*format=proof*', async (route) => {
        const text = await (await route.fetch()).text()
        await route.fulfill({ body: text.replace('"outcome":"answered"', '"outcome":"denied"') })
      })
      await button(page, 'Prove this row').click()
      await page.getByText('This row is not what the log has committed to').waitFor()
      await page.unroute('**/admin/audit-log?*format=proof*')
      await page.route(/audit-log\?id=[^&]*&limit=1/, async (route) => {
        const text = await (await route.fetch()).text()
        await route.fulfill({ body: text.replace('"model":"stub-model"', '"model":"other-model"') })
      })
      await page.reload()
      await button(page, 'Prove this row').click()
      await page.getByText('The screen shows something else than the log has committed to').waitFor()
    })
  }, 240_000)

  it('keeps its conditions in the address, follows, and exports what they find', async () => {
    await useWindow(console.logIn('dave', '/audit'), async (page) => {
      await page.getByRole('combobox', { name: 'What' }).selectOption({ label: 'Request answered' })
      await page.getByRole('searchbox', { name: 'Find what is about a user' }).fill('bob')
      await page.keyboard.press('Enter')
      await page.waitForURL(/type=request\.answered/)
      await page.waitForURL(/user=bob/)
      await page.reload()
      const rows = page.getByRole('link', { name: 'Request answered' })
      await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(1)
      await page.getByRole('heading', { name: 'Audit trail' }).click()
      await page.keyboard.press('f')
      await console.ask('bob', SSN)
      await console.ask('alice', SSN)
      await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(2)
      await button(page, 'Export').click()
      const download = page.waitForEvent('download')
      await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
      const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n')
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ sub: 'bob' }, { sub: 'bob' }])
    })
  }, 240_000)

  it('is not for an approver', async () => {
    await expectRefusal(console.logIn('erin', '/audit'), 'Audit trail')
  }, 120_000)

  it('holds ten thousand entries, of which few are in the page', async () => {
    await useWindow(console.logIn('grace'), async (page, grace) => {
      // What is asked is how the screen holds them: the trail takes minutes to commit to so many.
      await page.route('**/admin/audit-log?*', async (route) => {
        const query = new URL(route.request().url()).searchParams
        await route.fulfill({ json: pageOfMany(Number(query.get('cursor') ?? MANY + 1), Number(query.get('limit'))) })
      })
      await page.goto(`${console.origin}/console/audit`)
      const table = page.getByRole('table', { name: 'Audit trail' })
      await table.waitFor()
      await expect
        .poll(
          async () => {
            await table.evaluate((element) => element.parentElement?.scrollTo({ top: element.scrollHeight }))
            return Number(await table.getAttribute('aria-rowcount'))
          },
          { timeout: 90_000, interval: 20 },
        )
        .toBe(MANY + 1)
      // The last page has made the list longer than it was when it was scrolled.
      await table.evaluate((element) => element.parentElement?.scrollTo({ top: element.scrollHeight }))
      await page.getByRole('row', { name: /person-1 low/ }).waitFor()
      expect(await table.getByRole('row').count()).toBeLessThan(80)
      expect(await lookAt(grace, 'audit')).toEqual([])
      // How long frames are depends on the machine: it is written down, and no test asserts a time.
      const trace = await traceScrolling(page, table)
      await keepTrace('audit-scroll', { rows: MANY, ...trace })
      expect(trace.tasks).toBeGreaterThan(100)
    })
  }, 180_000)
})

const MANY = 10_000

/** A page of the trail as the API writes it, before an entry. */
function pageOfMany(before: number, limit: number) {
  const data = Array.from({ length: Math.min(limit, before - 1) }, (_, index) => {
    const number = before - 1 - index
    return {
      ...{ number, id: `made-${number}`, time: new Date(1.79e12 + 1_000 * number).toISOString() },
      ...{ type: 'request.answered', severity: 3, sub: `person-${number}`, layers: ['L0', 'L6'], policy_ids: [] },
      record: {},
    }
  })
  const last = data.at(-1)?.number ?? 1
  return { data, ...(last > 1 && { next: String(last) }) }
}

describeInBrowser('evidence', () => {
  it('is fetched, verified in the browser, and told in words', async () => {
    await useWindow(console.logIn('grace', '/audit'), async (page, grace) => {
      await openRequest(page)
      await page.getByRole('link', { name: 'Evidence of its levels' }).click()
      await retryUntil(page, 'No fault was found')
      await page.getByText('proved in zero knowledge').waitFor()
      await page.getByText('Not proved', { exact: true }).waitFor()
      await page.getByText('That what was detected in a request was right').waitFor()
      await page.getByRole('table', { name: 'Records' }).getByText('proved', { exact: true }).first().waitFor()
      expect(await lookAt(grace, 'evidence')).toEqual([])
    })
  }, 240_000)

  it('that was altered is refused, and so is evidence of another log', async () => {
    await useWindow(console.logIn('carol', '/audit'), async (page) => {
      await openRequest(page)
      await page.getByRole('link', { name: 'Evidence of its levels' }).click()
      await retryUntil(page, 'No fault was found')
      const id = new URL(page.url()).searchParams.get('request') ?? ''
      const bundle = await page.evaluate(async (request) => {
        const answer = await fetch(`/admin/evidence/${request}`, { headers: { 'x-sluice-console': '1' } })
        return await answer.text()
      }, id)
      const files = page.getByLabel('Files of evidence')
      const altered = bundle.replace('\\"decision\\":\\"answered\\"', '\\"decision\\":\\"aborted\\"')
      expect(altered).not.toBe(bundle)
      await files.setInputFiles({ name: 'altered.json', mimeType: 'application/json', buffer: Buffer.from(altered) })
      await page.getByText('A fault was found').waitFor()
      await files.setInputFiles({ name: 'whole.json', mimeType: 'application/json', buffer: Buffer.from(bundle) })
      await page.getByText('No fault was found').waitFor()
      await button(page, 'Use my own keys').click()
      await page.getByLabel('Verifier keys').fill(OTHER_KEY)
      await button(page, 'Trust these keys').click()
      await page.getByText('The checkpoint is not signed by the log').waitFor()
      await button(page, 'Use those of the service').click()
      await page.getByText('No fault was found').waitFor()
    })
  }, 240_000)

  it('is not for an analyst', async () => {
    await expectRefusal(console.logIn('dave', '/evidence?request=one'), 'Evidence')
  }, 120_000)
})

/** A log that nobody here runs; C2SP signed-note has it as an example. */
const OTHER_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'

/** A proof may still be made, and its checkpoint still be signed. */
async function retryUntil(page: Page, words: string): Promise<void> {
  const wanted = page.getByText(words)
  const again = button(page, 'Try again')
  await expect
    .poll(
      async () => {
        await wanted.or(again).first().waitFor()
        if (await again.count()) await again.click()
        return await wanted.count()
      },
      { timeout: 90_000 },
    )
    .toBe(1)
}
