import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { describeInBrowser } from './browser/describe-in-browser.ts'
import { lookAt } from './browser/look-at.ts'
import type { Window } from './browser/open-browser.ts'
import { button, expectRefusal } from './browser/use-window.ts'
import { type ConsoleStack, startConsoleStack } from './stack/console-stack.ts'

/* Which cryptography a project uses, as three roles see it; the assessment API is the real one. */

vi.setConfig({ testTimeout: 400_000 })

/** A bound on a scan that hangs: the first one starts a process, which takes long on a busy machine. */
const SCAN_MS = 150_000

const KEYS = `import java.security.KeyPairGenerator;
import javax.crypto.Cipher;

class Keys {
  void make() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
  }
}
`
const EXCHANGE = `import javax.crypto.KeyAgreement;

class Exchange {
  Object agree() throws Exception {
    return KeyAgreement.getInstance("ECDH");
  }
}
`
const SEAL = `from cryptography.hazmat.primitives.ciphers.aead import AESGCM

def seal(nonce, data):
    key = AESGCM.generate_key(bit_length=256)
    return AESGCM(key).encrypt(nonce, data, None)
`
/** In a language that no reader understands. */
const OTHER = 'program Main;\nbegin\n  WriteLn(1);\nend.\n'
const SHOP = {
  'src/main/java/Keys.java': KEYS,
  'src/main/java/Exchange.java': EXCHANGE,
  'src/seal.py': SEAL,
  'legacy/main.pas': OTHER,
  '.git/HEAD': 'ref: refs/heads/main\n',
}

/** Of this checkout: enough files for a scan to be looked at while it runs. */
const LARGE = resolve(import.meta.dirname, '../../../../packages')

let folder: string
let stack: ConsoleStack
const windows: Window[] = []
const keep = (window: Window) => {
  windows.push(window)
  return window
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-shop-'))
  stack = await startConsoleStack({ assessment: { ASSESSMENT_ROOTS: LARGE } })
}, 600_000)
afterEach(async () => {
  await Promise.all(windows.splice(0).map((window) => window.close()))
})
afterAll(async () => {
  await stack?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Writes the project anew. */
async function writeShop(files: Readonly<Record<string, string>>): Promise<string> {
  const shop = join(folder, 'shop')
  await rm(shop, { recursive: true, force: true })
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(shop, name)), { recursive: true })
    await writeFile(join(shop, name), content)
  }
  return shop
}

const standing = (page: Page) => page.getByRole('region', { name: 'How it stands' })
const view = (page: Page, name: string) => page.getByRole('group', { name: 'What of it' }).getByRole('button', { name })

/** Sends what is chosen, and waits until it is scanned. */
async function sendAndScan(page: Page): Promise<void> {
  const progress = page.getByRole('progressbar').first().waitFor()
  await button(page, 'Send and scan').click()
  await progress
  await standing(page).waitFor({ timeout: SCAN_MS })
  await expect.poll(() => page.getByRole('progressbar').count(), { timeout: SCAN_MS }).toBe(0)
}

/** Opens a project from the list, which has it scanned. */
async function openProject(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click()
  await standing(page).waitFor({ timeout: SCAN_MS })
}

/** What the browser saves when this button is pressed. */
async function saved(page: Page, name: string): Promise<{ name: string; content: Buffer }> {
  const download = page.waitForEvent('download', { timeout: SCAN_MS })
  await button(page, `Save ${name}`).click()
  const file = await download
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

describeInBrowser('the assessment', () => {
  it('takes a folder, scans it, and tells a CISO the verdict with what it rests on', async () => {
    const carol = keep(await stack.logIn('carol', '/assessment'))
    const { page } = carol
    await page.getByRole('row', { name: /packages.*Not scanned yet/ }).waitFor()
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: 'Assess a project' })
    await dialog.getByText('Drop a project here').waitFor()
    await dialog.getByLabel('Folder of a project').setInputFiles(await writeShop(SHOP))
    await dialog.getByText('1 file in .git left out').waitFor()
    expect(await dialog.getByLabel('Name of the project').inputValue()).toBe('shop')
    expect(await lookAt(carol, 'assessment-new')).toEqual([])
    await sendAndScan(page)
    await page.getByRole('heading', { level: 1, name: 'shop' }).waitFor()
    await standing(page).getByText('Does not comply with CNSA 2.0').waitFor()
    // Beside it, and before anything else: what the verdict does not speak of.
    await standing(page).getByText('3 files read').waitFor()
    await standing(page).getByText('1 file left out of the upload by whoever sent it').waitFor()
    await standing(page).getByText('1 file in languages that no reader understands: pascal').waitFor()
    expect(await standing(page).getByText('Nothing was left out').count()).toBe(0)
    await page.getByRole('row', { name: /Keys\.java/ }).waitFor()
    expect(await lookAt(carol, 'assessment-findings')).toEqual([])
    await page.getByRole('row', { name: /6 .*KeyPairGenerator\.getInstance\("RSA"\).*RSA.*Broken/ }).click()
    const finding = page.getByRole('region', { name: 'The finding' })
    await finding.getByText('src/main/java/Keys.java, line 6').waitFor()
    await finding.getByText('by CNSA 2.0').waitFor()
    expect(await lookAt(carol, 'assessment-finding')).toEqual([])
    await page.keyboard.press('x')
    await page.getByLabel('Risk').selectOption('QuantumSafe')
    await page.getByRole('row', { name: /seal\.py/ }).waitFor()
    expect(await page.getByRole('row', { name: /Keys\.java/ }).count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('risk')).toBe('QuantumSafe')
  })

  it('tells what to do by when, and whether it became better', async () => {
    const carol = keep(await stack.logIn('carol', '/assessment'))
    const { page } = carol
    await openProject(page, 'shop')
    await view(page, 'What is open').click()
    await page.getByRole('region', { name: 'What is open under CNSA 2.0' }).getByText('ML-KEM-1024').first().waitFor()
    expect(await lookAt(carol, 'assessment-open')).toEqual([])
    await view(page, 'Plan').click()
    const until = page.getByRole('region', { name: 'Until 2033' })
    await until.getByRole('heading', { name: /ECDH.*ML-KEM-1024/ }).waitFor()
    await until.getByText('Critical').first().waitFor()
    expect(await lookAt(carol, 'assessment-plan')).toEqual([])
    const { 'src/main/java/Keys.java': _, ...better } = SHOP
    await button(page, 'Send again').click()
    await page.getByLabel('Folder of a project').setInputFiles(await writeShop(better))
    await sendAndScan(page)
    await standing(page)
      .getByText(/^(?:Better|Worse) by|^The same risk/)
      .waitFor()
    await view(page, 'Trend').click()
    await page.getByRole('img', { name: /Findings of [2-9] scans/ }).waitFor()
    const scans = page.getByRole('table', { name: 'Scans' })
    expect(await scans.getByRole('row', { name: /Does not comply.*files? read/ }).count()).toBeGreaterThan(1)
    expect(await lookAt(carol, 'assessment-trend')).toEqual([])
    await view(page, 'Findings').click()
    await page.getByRole('row', { name: /Exchange\.java/ }).waitFor()
    expect(await page.getByRole('row', { name: /Keys\.java/ }).count()).toBe(0)
  })

  it('hands out reports and records', async () => {
    const carol = keep(await stack.logIn('carol', '/assessment'))
    const { page } = carol
    await openProject(page, 'shop')
    await view(page, 'Reports').click()
    await page.getByLabel('Organization').fill('Example Ltd')
    await page.getByLabel('Classification').fill('Internal')
    expect(await lookAt(carol, 'assessment-reports')).toEqual([])
    const pdf = await saved(page, 'Report, PDF')
    expect(pdf.name).toMatch(/^shop-\d{4}-\d\d-\d\d\.pdf$/)
    expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-')
    const html = String((await saved(page, 'Report, HTML')).content)
    for (const text of ['<h1>shop</h1>', 'Internal', 'ECDH']) expect(html).toContain(text)
    const cbom = JSON.parse(String((await saved(page, 'Bill of materials, signed')).content))
    expect(cbom).toMatchObject({ signature: expect.any(String), header: { kbVersion: '1.0.0' } })
    expect(JSON.parse(String((await saved(page, 'Findings, SARIF')).content))).toMatchObject({ version: '2.1.0' })
  })

  it('keeps the answers to a questionnaire', async () => {
    const grace = keep(await stack.logIn('grace', '/assessment'))
    const { page } = grace
    await page.getByRole('link', { name: 'Questionnaires' }).click()
    await page.getByText('No answers yet').waitFor()
    await page.getByRole('link', { name: 'Answer it' }).click()
    const [first, second] = [page.getByRole('group').nth(0), page.getByRole('group').nth(1)]
    await first.getByRole('radio').first().check()
    await second.getByRole('radio').last().check()
    const chosen = await first.getByRole('radio').first().getAttribute('value')
    await page.getByText(/^2 of \d+ answered · not saved yet$/).waitFor()
    // Kept in the tab until it is saved.
    await page.reload()
    await page.getByText(/^2 of \d+ answered · not saved yet$/).waitFor()
    await button(page, 'Save the answers').click()
    await page.getByRole('region', { name: 'Readiness' }).getByText('are open, and count as not done').waitFor()
    expect(await lookAt(grace, 'assessment-answers')).toEqual([])
    await page.getByRole('link', { name: 'Questionnaires' }).click()
    const row = page.getByRole('table', { name: 'Saved answers' }).getByRole('row', { name: /Compliance Auditor/ })
    await row.waitFor()
    expect(await lookAt(grace, 'assessment-questionnaires')).toEqual([])
    await row.getByRole('link').click()
    await page.getByText(/^2 of \d+ answered$/).waitFor()
    expect(await first.getByRole('radio', { checked: true }).getAttribute('value')).toBe(chosen)
  })

  it('shows each role what it may', async () => {
    const grace = keep(await stack.logIn('grace', '/assessment'))
    await openProject(grace.page, 'shop')
    await standing(grace.page).getByText('Does not comply with CNSA 2.0').waitFor()
    await view(grace.page, 'Reports').click()
    await grace.page.getByText('Reports are not for your role').waitFor()
    await button(grace.page, 'Save Bill of materials, signed').waitFor()
    const erin = keep(await stack.logIn('erin', '/assessment'))
    await openProject(erin.page, 'shop')
    await view(erin.page, 'Reports').click()
    await button(erin.page, 'Save Report, HTML').waitFor()
    expect(await button(erin.page, 'Save Report, PDF').count()).toBe(0)
    for (const { page } of [grace, erin]) {
      for (const name of ['Scan again', 'Send again', 'Remove']) expect(await button(page, name).count()).toBe(0)
    }
    await erin.page.getByRole('link', { name: 'Assessment' }).first().click()
    await erin.page.getByRole('row', { name: /shop/ }).waitFor()
    expect(await erin.page.getByRole('link', { name: 'Questionnaires' }).count()).toBe(0)
    expect([...grace.complaints, ...erin.complaints]).toEqual([])
    await expectRefusal(stack.logIn('dave', '/assessment'), 'Assessment')
  })

  it('shows how far a scan is, and stops it', async () => {
    const carol = keep(await stack.logIn('carol', '/assessment?act=assess'))
    const { page } = carol
    await page.getByRole('button', { name: 'On the server' }).click()
    const path = page.getByLabel('Folder', { exact: true })
    await path.fill('/etc')
    await button(page, 'Scan').click()
    await page.getByText('Is outside the folders that may be scanned.').waitFor()
    await path.fill(LARGE)
    await button(page, 'Scan').click()
    const dialog = page.getByRole('dialog', { name: 'Assess a project' })
    await dialog
      .getByText(/^Scanning: [\d,]+ of [\d,]+ files read, [\d,]+ findings? so far$/)
      .waitFor({ timeout: SCAN_MS })
    await button(page, 'Stop').click()
    await button(page, 'Scan').waitFor()
    await page.keyboard.press('Escape')
    // What was found until then is not shown: nothing may be concluded from it.
    await page.getByRole('row', { name: /packages.*(?:Not scanned yet|No scan completed)/ }).waitFor()
    expect(await lookAt(carol, 'assessment')).toEqual([])
    expect(carol.complaints).toEqual([])
  })

  it('says what is wrong with a project that cannot be taken, and removes one', async () => {
    const carol = keep(await stack.logIn('carol', '/assessment?act=assess'))
    const { page } = carol
    const files = page.getByLabel('Files of a project')
    const file = (name: string, content: string) => ({ name, mimeType: '', buffer: Buffer.from(content) })
    await files.setInputFiles(file('shop.tar.gz', 'x'))
    await page.getByText('pack it as ZIP').waitFor()
    await files.setInputFiles(file('broken.zip', 'this is no archive'))
    await button(page, 'Send and scan').click()
    await page.getByText('The archive is no ZIP archive that can be read').waitFor()
    await files.setInputFiles([file('Keys.java', KEYS), file('seal.py', SEAL)])
    await page.getByLabel('Name of the project').fill('Two files')
    await sendAndScan(page)
    await standing(page).getByText('Nothing was left out').waitFor()
    await button(page, 'Remove').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Two-files is removed').waitFor()
    await page.getByRole('row', { name: /packages/ }).waitFor()
    expect(await page.getByRole('link', { name: 'Two-files' }).count()).toBe(0)
    expect(carol.complaints).toEqual([])
  })
})
