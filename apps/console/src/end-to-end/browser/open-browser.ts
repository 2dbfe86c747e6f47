import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

/** For a Chromium that runs as root in a container and may reach nothing but loopback. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
]

/** A bound on what hangs: a busy machine must not fail a test. */
const PATIENCE_MS = 30_000

/** Runs in the page: without the types of a browser, because the tests run where services do. */
const TELL_REPORTS = `document.addEventListener('securitypolicyviolation', (event) => {
  window.sluiceReport(event.effectiveDirective + ' refused ' + event.blockedURI + ' ' + event.sample)
})`

/** A window of a browser of its own, with what it has complained about. */
export interface Window {
  readonly page: Page
  /** Reports of the content security policy, errors that no script caught, and errors on the console. */
  readonly complaints: string[]
  close(): Promise<void>
}

/** A real Chromium, one for all tests of a file. */
export interface TestBrowser {
  /** Opens a window with no cookie yet. */
  open(options?: BrowserContextOptions): Promise<Window>
  close(): Promise<void>
}

/** Starts Chromium. Throws where there is none. */
export async function openBrowser(): Promise<TestBrowser> {
  const { path, env } = await findChromium()
  const browser = await chromium.launch({ executablePath: path, args: FLAGS, env: { ...process.env, ...env } })
  return { open: (options) => openWindow(browser, options), close: () => browser.close() }
}

async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<Window> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Vienna', ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  const complaints: string[] = []
  await context.exposeFunction('sluiceReport', (report: string) => void complaints.push(report))
  await context.addInitScript({ content: TELL_REPORTS })
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // Chromium tells of every answer that is an error; what the screen makes of it is what tests look at.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  return { page, complaints, close: () => context.close() }
}
