import { adminService } from '@sluice/admin/service'
import { assessmentService } from '@sluice/assessment-api/service'
import { gatewayService } from '@sluice/gateway/service'
import { gatewayWorkerService } from '@sluice/gateway/worker'
import { type RunningService, startService } from '@sluice/service-kit'
import { startTestStack, type TestStack } from '@sluice/test-stack'
import { findFreePort, type StubModel, startStubModel } from '@sluice/testkit'
import { openBrowser, type TestBrowser, type Window } from '../browser/open-browser.ts'
import { builtConsole } from './built-console.ts'

/** The people of the tests, each with a role of its own. */
const PEOPLE = [
  { sub: 'alice', email: 'alice@example.test', groups: ['dept:finance', 'role:employee'] },
  { sub: 'bob', email: 'bob@example.test', groups: ['dept:engineering', 'role:employee', 'role:key-holder'] },
  { sub: 'carol', email: 'carol@example.test', groups: ['dept:security', 'role:employee', 'role:ciso'] },
  { sub: 'dave', email: 'dave@example.test', groups: ['dept:security', 'role:employee', 'role:soc-analyst'] },
  { sub: 'erin', email: 'erin@example.test', groups: ['dept:governance', 'role:employee', 'role:aigo'] },
  { sub: 'frank', email: 'frank@example.test', groups: ['dept:legal', 'role:employee', 'role:legal-counsel'] },
  { sub: 'grace', email: 'grace@example.test', groups: ['dept:audit', 'role:employee', 'role:auditor'] },
  { sub: 'heidi', email: 'heidi@example.test', groups: ['dept:finance', 'role:employee', 'role:dept-admin'] },
].map((person) => ({ ...person, preferredUsername: person.sub }))

type Person = 'alice' | 'bob' | 'carol' | 'dave' | 'erin' | 'frank' | 'grace' | 'heidi'

const CLEARANCES = { 'role:employee': { level: 2 }, 'role:aigo': { level: 4 }, 'role:ciso': { level: 7 } }
const CLIENT = { id: 'console', secret: 'console-secret' }

/** Everything that runs for real: gateway, worker, admin with its console, and a browser. Only the model is a stub. */
export interface ConsoleStack {
  /** Where the console is: `http://127.0.0.1:<port>`, or another name of this machine. */
  readonly origin: string
  readonly model: StubModel
  readonly stack: TestStack
  /** Asks a model at the gateway as this person. */
  ask(person: Person, content: string): Promise<Response>
  /** Opens a window in which this person has logged in, at an address under `/console`. */
  logIn(person: Person, path?: string, options?: Parameters<TestBrowser['open']>[0]): Promise<Window>
  /** Opens a window in which nobody has. */
  open: TestBrowser['open']
  /** Freezes somebody as a CISO does through the API. */
  freeze(person: Person): Promise<void>
  unfreeze(person: Person): Promise<void>
  stop(): Promise<void>
}

interface StackVariables {
  /** Of gateway, worker and admin service alike. */
  readonly shared?: Readonly<Record<string, string>>
  /** Of the admin service alone. */
  readonly admin?: Readonly<Record<string, string>>
  /** Of the stub's entry in the registry of endpoints, beside the usual ones. */
  readonly endpoint?: Readonly<Record<string, unknown>>
  /** In the console's address; WebAuthn wants a name. */
  readonly host?: string
  /** Of the assessment API, which runs only where they are given. */
  readonly assessment?: Readonly<Record<string, string>>
}

/** Starts the stack and the browser, with variables beside the usual ones. */
export async function startConsoleStack(variables: StackVariables = {}): Promise<ConsoleStack> {
  const { shared = {}, admin = {}, assessment, endpoint = {}, host = '127.0.0.1' } = variables
  const [files, port, model, browser] = await Promise.all([
    builtConsole(),
    findFreePort(),
    startStubModel({ models: ['stub-model'], reply: 'Done.' }),
    openBrowser(),
  ])
  const origin = `http://${host}:${port}`
  const stack = await startTestStack(gatewayService, {
    users: PEOPLE,
    webClients: [
      { ...CLIENT, redirectUris: [`${origin}/console/callback`], postLogoutRedirectUris: [`${origin}/console/`] },
    ],
    env: () => ({
      DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') }),
      ENDPOINTS: JSON.stringify([
        { name: 'stub', baseUrl: model.baseUrl, permittedLevel: 7, models: ['stub-model'], ...endpoint },
      ]),
      CLEARANCES: JSON.stringify(CLEARANCES),
      ...shared,
    }),
  })
  const assessing = assessment && (await startAssessment(assessment))
  const services = await startAdminAndWorker(stack, {
    ...{ PORT: String(port), CONSOLE_URL: origin, CONSOLE_FILES: files },
    ...{ CONSOLE_CLIENT_ID: CLIENT.id, CONSOLE_CLIENT_SECRET: CLIENT.secret, GATEWAY_URL: stack.url },
    ...(assessing && { ASSESSMENT_API_URL: assessing.url }),
    ...admin,
  })
  return {
    origin,
    model,
    stack,
    ask: (person, content) => ask(stack, person, content),
    logIn: (person, path = '/', options = {}) => logIn(browser, origin, person, path, options),
    open: browser.open,
    freeze: (person) => changeFreeze(stack, origin, person, 'freeze'),
    unfreeze: (person) => changeFreeze(stack, origin, person, 'unfreeze'),
    stop: async () => {
      await browser.close()
      await Promise.all([...services, ...(assessing ? [assessing] : [])].map((service) => service.stop()))
      await stack.stop()
      await model.stop()
    },
  }
}

async function startAdminAndWorker(stack: TestStack, env: Readonly<Record<string, string>>): Promise<RunningService[]> {
  const logDestination = { write: () => undefined }
  const shared = { ...stack.env, APPROVAL_SWEEP_MS: '100' }
  // One behind the other: side by side they keep each other from the event loop while they wait for a database.
  const admin = await startService(adminService, { env: { ...shared, ...env }, logDestination })
  return [admin, await startService(gatewayWorkerService, { env: shared, logDestination })]
}

async function startAssessment(env: Readonly<Record<string, string>>): Promise<RunningService> {
  const logDestination = { write: () => undefined }
  return await startService(assessmentService, { env: { PORT: '0', DRAIN_TIMEOUT_MS: '500', ...env }, logDestination })
}

async function ask(stack: TestStack, person: Person, content: string): Promise<Response> {
  const { groups = [] } = PEOPLE.find(({ sub }) => sub === person) ?? {}
  return await fetch(`${stack.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await stack.mint({ sub: person, groups })}`,
    },
    body: JSON.stringify({ model: 'stub-model', messages: [{ role: 'user', content }] }),
  })
}

async function changeFreeze(
  stack: TestStack,
  origin: string,
  person: Person,
  act: 'freeze' | 'unfreeze',
): Promise<void> {
  const token = await stack.mint({ sub: 'carol', groups: ['role:ciso'], acr: 'phr' })
  const response = await fetch(`${origin}/admin/users/${person}/${act}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'For a test' }),
  })
  if (!response.ok) throw new Error(`${act} ${person}: ${response.status} ${await response.text()}`)
}

/** Logs in as people do: by the button, and by choosing who one is at the provider. */
async function logIn(
  browser: TestBrowser,
  origin: string,
  person: Person,
  path: string,
  options: Parameters<TestBrowser['open']>[0],
): Promise<Window> {
  const window = await browser.open(options)
  await window.page.goto(`${origin}/console${path}`)
  await window.page.getByRole('link', { name: 'Log in' }).click()
  await window.page.getByRole('link', { name: new RegExp(`^${person}\\b`) }).click()
  await window.page.getByRole('button', { name: /^(?:Log out|Menu)$/ }).waitFor()
  return window
}
