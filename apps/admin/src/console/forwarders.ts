import { ADMIN_ROLES, createControlRecord, isAdminRole, type Principal, SluiceError } from '@sluice/contracts'
import type { ServiceApp, ServiceEnv } from '@sluice/service-kit'
import { newId } from '@sluice/service-kit/environment'
import type { Context } from 'hono'
import { Exports } from '../audit/exports.ts'
import type { Dependencies } from '../dependencies.ts'
import type { AssessmentTokens } from './assessment-tokens.ts'
import type { RequirePerson } from './console-gate.ts'
import type { ConsoleCaller } from './console-sessions.ts'
import { type Destination, forward, handOn } from './forward.ts'
import type { LiveSessions } from './live-sessions.ts'
import { posedSession } from './posed-session.ts'

interface SampleUser {
  readonly name: string
  readonly token: string
}

interface ForwarderDependencies extends Pick<Dependencies, 'clock' | 'outbox'> {
  readonly requirePerson: RequirePerson
  readonly live: Pick<LiveSessions, 'add'>
  readonly gatewayUrl: string | undefined
  readonly sampleUsers: readonly SampleUser[]
  readonly assessmentUrl: string | undefined
  readonly assessmentTokens: Pick<AssessmentTokens, 'clientOf' | 'roles' | 'tokenOf' | 'forget'> | undefined
  readonly maxBodyBytes: number
  readonly maxUploadBytes: number
}

/** Answers that are handed on at once, of which one person alone gets a quarter. */
const SLOTS = { slots: 32, maxWaiting: 64, maxWaitMs: 5_000 }
/** A model may think for minutes, and a scan reads a whole tree. */
const MAX_MS = 900_000
const NO_CONTENT = 204
const METHODS = ['GET', 'POST', 'DELETE']
const OF_ANSWERS = ['content-type', 'content-disposition', 'retry-after', 'x-request-id', 'x-should-retry']

const gatewayAt = (baseUrl: string): Destination => ({
  ...{ name: 'the gateway', prefix: '/console/gateway', baseUrl },
  requestHeaders: [
    ...['accept', 'content-type', 'cache-control'],
    ...['x-on-hold', 'x-reason', 'x-session-id', 'x-show-sent', 'x-show-received'],
  ],
  answerHeaders: [
    ...[...OF_ANSWERS, 'server-timing', 'x-session-id'],
    ...['x-ratelimit-limit-requests', 'x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests'],
  ],
})

const assessmentAt = (baseUrl: string, maxBytes: number): Destination => ({
  ...{ name: 'the assessment API', prefix: '/console/assessment', baseUrl },
  requestHeaders: ['accept', 'content-type'],
  answerHeaders: [...OF_ANSWERS, 'x-scan-failure'],
  uploads: { mediaType: 'application/zip', maxBytes },
})

/** Adds what the console asks other services through here: the gateway, and the assessment API. */
export function addForwarders(app: ServiceApp, dependencies: ForwarderDependencies): void {
  const { gatewayUrl, assessmentUrl, assessmentTokens, requirePerson, sampleUsers } = dependencies
  const exchanges = new Exchanges(dependencies)
  if (gatewayUrl !== undefined) {
    const gateway = gatewayAt(gatewayUrl)
    app.on(METHODS, '/console/gateway/v1/*', async (context) => {
      const caller = await requirePerson(context)
      const name = context.req.header('x-sluice-as')
      if (name === undefined) return await exchanges.run(context, caller, gateway, async () => caller.accessToken)
      const token = sampleToken(context, sampleUsers, name)
      if (context.req.method !== 'GET') {
        await record(dependencies, context, caller.principal, 'console.posed', { as: name })
      }
      const destination = posedBy(gateway, caller.principal, context.get('requestId'))
      return await exchanges.run(context, caller, destination, async () => token)
    })
  }
  if (assessmentUrl !== undefined && assessmentTokens !== undefined) {
    const assessment = assessmentAt(assessmentUrl, dependencies.maxUploadBytes)
    app.on(METHODS, '/console/assessment/v1/*', async (context) => {
      const caller = await requirePerson(context)
      const client = assessmentTokens.clientOf(caller.principal)
      if (client === undefined) throw refusal(assessmentTokens)
      await recordAct(dependencies, context, caller.principal)
      const answer = await exchanges.run(context, caller, assessment, () => assessmentTokens.tokenOf(client))
      // It has been started anew, with another key: the next call gets another token.
      if (answer.status === 401) assessmentTokens.forget(client)
      return answer
    })
  }
}

function refusal(tokens: Pick<AssessmentTokens, 'roles'>): SluiceError {
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(
    tokens.roles().map((role) => (isAdminRole(role) ? ADMIN_ROLES[role] : role)),
  )
  return new SluiceError({ code: 'action_not_permitted', message: `This needs the role ${names}.` })
}

/** What one may ask for as a sample user: a prompt, and the models for it. None of these gives out what was stored. */
const POSED: ReadonlySet<string> = new Set([
  'POST /console/gateway/v1/chat/completions',
  'GET /console/gateway/v1/models',
])

/** Throws `action_not_permitted` for what is no prompt, and `invalid_request` for a name that is no sample user's. */
function sampleToken({ req }: Context<ServiceEnv>, samples: readonly SampleUser[], name: string): string {
  if (!POSED.has(`${req.method} ${req.path}`)) {
    const message = 'As a sample user one may ask a prompt and list the models, and nothing else.'
    throw new SluiceError({ code: 'action_not_permitted', message })
  }
  const sample = samples.find((one) => one.name === name)
  if (sample !== undefined) return sample.token
  throw new SluiceError({ code: 'invalid_request', message: 'x-sluice-as names no sample user.' })
}

/**
 * The gateway for somebody who poses as a sample user: in a session of the two, so that no token of a session that the
 * sample user has becomes a value for somebody else, and without the answers that are remembered for the sample user.
 * The request keeps its id, by which its record and that of who posed belong together.
 */
function posedBy(gateway: Destination, person: Pick<Principal, 'tenant' | 'sub'>, requestId: string): Destination {
  return {
    ...gateway,
    requestHeaders: gateway.requestHeaders.filter((header) => !['x-session-id', 'cache-control'].includes(header)),
    ownHeaders: { 'x-session-id': posedSession(person), 'x-request-id': requestId, 'cache-control': 'no-store' },
  }
}

/** The assessment API knows the console only, so who does something there is on record here. */
async function recordAct(
  dependencies: ForwarderDependencies,
  context: Context<ServiceEnv>,
  principal: Principal,
): Promise<void> {
  const { method, path } = context.req
  if (method === 'GET') return
  const call = `${method} ${path.slice('/console/assessment'.length, 256)}`
  await record(dependencies, context, principal, 'assessment.called', { call })
}

async function record(
  { clock, outbox }: ForwarderDependencies,
  context: Context<ServiceEnv>,
  { tenant, sub }: Principal,
  event: 'assessment.called' | 'console.posed',
  details: Readonly<Record<string, string>>,
): Promise<void> {
  await outbox.append(
    createControlRecord({
      ...{ id: newId(), event, severity: 'low', timeMs: clock.nowMs(), service: 'admin' },
      ...{ actor: `user:${sub}`, tenant, requestId: context.get('requestId'), details },
    }),
  )
}

/** Exchanges with other services: so many at once, shared among people, each over with its session. */
class Exchanges {
  readonly #dependencies: Pick<ForwarderDependencies, 'live' | 'maxBodyBytes'>
  readonly #streams = new Exports({ slots: SLOTS })

  constructor(dependencies: Pick<ForwarderDependencies, 'live' | 'maxBodyBytes'>) {
    this.#dependencies = dependencies
  }

  async run(
    context: Context<ServiceEnv>,
    { principal, idHash }: ConsoleCaller,
    destination: Destination,
    findToken: () => Promise<string>,
  ): Promise<Response> {
    const { live, maxBodyBytes } = this.#dependencies
    const request = context.req.raw
    const over = new AbortController()
    const { tenant, sub } = principal
    const leave = live.add({ idHash, tenant, sub }, (reason) => over.abort(new Error(reason)))
    const signal = AbortSignal.any([request.signal, over.signal, AbortSignal.timeout(MAX_MS)])
    const answered = Promise.withResolvers<Response>()
    try {
      const body = await this.#streams.stream(principal, signal, async () => {
        const authorization = `Bearer ${await findToken()}`
        const answer = await forward(destination, { request, signal, authorization, maxBodyBytes })
        answered.resolve(answer)
        return ReadableStream.from(readToEnd(answer.body, leave))
      })
      const answer = await answered.promise
      if (answer.status !== NO_CONTENT) return handOn(destination, answer, body)
      // It has no body; read to its end, the exchange is over.
      await body.pipeTo(new WritableStream())
      return handOn(destination, answer, null)
    } catch (error) {
      leave()
      throw error
    }
  }
}

async function* readToEnd(body: ReadableStream<Uint8Array> | null, atEnd: () => void): AsyncGenerator<Uint8Array> {
  try {
    if (body !== null) for await (const chunk of body) yield chunk
  } finally {
    atEnd()
  }
}
