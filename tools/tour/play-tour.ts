import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runVerifyEvidence } from '../verify-evidence/verify-evidence.ts'
import { readTopic } from './read-topic.ts'
import { type Person, SOAR_SECRET, type TourStack } from './tour-stack.ts'
import { untilFound } from './until-found.ts'

/** What an interface said, and how to show it. */
export interface Shown {
  readonly title: string
  readonly language: 'http' | 'json' | 'text'
  readonly text: string
}

/** Everything that the tour has seen, in its order. */
export interface Played {
  readonly request: readonly Shown[]
  readonly approval: readonly Shown[]
  readonly record: readonly Shown[]
  readonly siem: readonly Shown[]
  readonly evidence: readonly Shown[]
  readonly freeze: readonly Shown[]
}

const PROMPT = 'Write to Maria Keller at maria.keller@example.com that her card 4111 1111 1111 1111 is blocked.'
const ORDER = 'Wire $50,000 to Maria Keller, IBAN AT61 1904 3002 3457 3201.'

/** Follows one request through every interface, then one that is held, then a freeze. */
export async function playTour(stack: TourStack): Promise<Played> {
  await warmUp(stack)
  const request = await askFor(stack)
  const requestId = request.requestId
  const approval = await approve(stack)
  const entry = await untilFound(async () => {
    const { data } = await read(stack, 'dave', '/admin/audit-log?type=request.answered&limit=100')
    return list(data).find((one) => Object(one).request_id === requestId)
  })
  const proof = await untilFound(async () => {
    const path = `/admin/audit-log?format=tlog-proof&id=${Object(entry).id}`
    const response = await call(stack, 'admin', 'dave', 'GET', path)
    return response.ok ? await response.text() : undefined
  })
  return {
    request: request.shown,
    approval,
    record: [json('The entry', entry), text('Its proof', proof)],
    siem: await siemOf(stack, requestId),
    evidence: await verify(stack, requestId),
    freeze: await freeze(stack),
  }
}

/** The first requests of a process are slow, because nothing of it is compiled yet. */
async function warmUp(stack: TourStack): Promise<void> {
  for (let number = 1; number <= 20; number += 1) {
    const content = `Good morning ${number}, my name is Jo Miller. How is the weather in Vienna today?`
    await call(stack, 'gateway', 'alice', 'POST', '/v1/chat/completions', {
      ...{ model: 'demo', messages: [{ role: 'user', content }] },
    })
  }
}

async function askFor(stack: TourStack) {
  const body = { model: 'demo', messages: [{ role: 'user', content: PROMPT }] }
  const response = await call(stack, 'gateway', 'alice', 'POST', '/v1/chat/completions', body)
  const answer: unknown = await response.json()
  const requestId = String(response.headers.get('x-request-id'))
  const headers = ['x-request-id', 'x-session-id', 'server-timing'].map(
    (name) => `${name}: ${response.headers.get(name)}`,
  )
  const shown = [
    json('Alice asks', body),
    json('What reached the model', Object(stack.model.requests.at(-1)).body),
    { title: 'Headers of the answer', language: 'http', text: headers.join('\n') },
    json('The answer', answer),
  ] as const
  return { requestId, shown }
}

/** A request that waits for a human, until its answer is fetched. */
async function approve(stack: TourStack): Promise<readonly Shown[]> {
  const body = { model: 'demo', messages: [{ role: 'user', content: ORDER }] }
  const held: unknown = await (await call(stack, 'gateway', 'alice', 'POST', '/v1/chat/completions', body)).json()
  const id = String(Object(Object(held).service_metadata).approval_id)
  const seen = await read(stack, 'erin', `/admin/approvals/${id}`)
  const decision = { decision: 'approve', comment: 'Agreed with treasury.' }
  const decided = await call(stack, 'admin', 'erin', 'POST', `/admin/approvals/${id}`, decision)
  const decidedBody: unknown = await decided.json()
  const answer = await untilFound(async () => {
    const fetched = await read(stack, 'alice', `/v1/chat/completions/chatcmpl-${id}`, 'gateway')
    return Object(fetched.service_metadata).approval_required === false ? fetched : undefined
  })
  return [
    json('Alice asks for something that moves money', body),
    json('The answer: it waits', held),
    json('What Erin, who may decide, sees', seen),
    json('Her decision', decision),
    json('What came of it', decidedBody),
    json('The answer that Alice fetches', answer),
  ]
}

/** The end of the same request as its receivers have it. */
async function siemOf(stack: TourStack, requestId: string): Promise<readonly Shown[]> {
  const line = await untilFound(async () => {
    const messages = await stack.rsyslog.received('tcp')
    return messages.find(({ msg }) => msg.includes('|request.answered|') && msg.includes(requestId))
  })
  const ocsf = await untilFound(async () => {
    const response = await call(stack, 'admin', 'dave', 'GET', '/admin/siem-events?format=ocsf')
    const lines = (await response.text()).split('\n')
    // The events of a request come in the order in which they happened: the last one is its end.
    return lines.findLast((one) => one.includes(requestId))
  })
  const isEnd = (found: string) => found.includes('"sluice.request.ended"') && found.includes(requestId)
  const message = await readTopic(stack.kafka.brokers, 'sluice.layer-events', isEnd)
  return [
    text('CEF over syslog, as rsyslog received it', line.msg.trim()),
    json('OCSF, where a SIEM fetches it', JSON.parse(ocsf)),
    json('CloudEvents in Kafka, topic sluice.layer-events', JSON.parse(message)),
  ]
}

/** Fetches evidence of the request as an auditor, and verifies it without the service. */
async function verify(stack: TourStack, requestId: string): Promise<readonly Shown[]> {
  const bundle = await untilFound(async () => {
    const response = await call(stack, 'admin', 'grace', 'GET', `/admin/evidence/${requestId}`)
    return response.ok ? await response.text() : undefined
  })
  const { log } = await read(stack, 'grace', '/admin/audit-log/keys')
  const folder = mkdtempSync(join(tmpdir(), 'sluice-tour-'))
  try {
    writeFileSync(
      join(folder, 'keys.txt'),
      `${list(log)
        .map((one) => Object(one).key)
        .join('\n')}\n`,
    )
    writeFileSync(join(folder, 'request.json'), bundle)
    const lines: string[] = []
    const args = [join(folder, 'request.json'), '--root-keys', join(folder, 'keys.txt')]
    const code = await runVerifyEvidence(args, (line) => lines.push(line))
    return [
      text(
        'npm run --silent verify-evidence -- request.json --root-keys keys.txt',
        lines.join('\n').replaceAll(`${folder}/`, ''),
      ),
      text('Exit code', String(code)),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A SOAR system stops Alice, and she is refused. */
async function freeze(stack: TourStack): Promise<readonly Shown[]> {
  const command = { command: 'freeze_user', user: { sub: 'alice' }, reason: 'Her laptop was stolen.' }
  const body = JSON.stringify(command)
  const [id, timestamp] = ['msg_tour', String(Math.floor(Date.now() / 1_000))]
  const signature = createHmac('sha256', SOAR_SECRET).update(`${id}.${timestamp}.${body}`).digest('base64')
  const response = await fetch(`${stack.urls.soar}/soar/command`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...{ 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` },
    },
    body,
  })
  const frozen: unknown = await response.json()
  const again = { model: 'demo', messages: [{ role: 'user', content: 'And now?' }] }
  const refused = await call(stack, 'gateway', 'alice', 'POST', '/v1/chat/completions', again)
  const refusal: unknown = await refused.json()
  const line = await untilFound(async () => {
    const messages = await stack.rsyslog.received('tcp')
    return messages.find(({ msg }) => msg.includes('user.frozen'))
  })
  return [
    json('The command, signed as Standard Webhooks has it', command),
    json('The answer, once every gateway has confirmed', frozen),
    json(`What Alice gets: ${refused.status}`, refusal),
    text('CEF over syslog', line.msg.trim()),
  ]
}

async function call(
  stack: TourStack,
  service: 'gateway' | 'admin',
  person: Person,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Response> {
  return await fetch(`${stack.urls[service]}${path}`, {
    method,
    headers: { authorization: `Bearer ${await stack.tokenFor(person)}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

async function read(stack: TourStack, person: Person, path: string, service: 'gateway' | 'admin' = 'admin') {
  const body: unknown = await (await call(stack, service, person, 'GET', path)).json()
  const members: Readonly<Record<string, unknown>> = Object(body)
  return members
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const json = (title: string, value: unknown): Shown => ({
  title,
  language: 'json',
  text: JSON.stringify(value, null, 2),
})
const text = (title: string, value: string): Shown => ({ title, language: 'text', text: value })
