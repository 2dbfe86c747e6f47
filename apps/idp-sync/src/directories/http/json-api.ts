import { DirectoryFault } from '@sluice/directory-sync'
import type { z } from 'zod'
import type { Credentials } from './credentials.ts'
import type { HttpClient } from './http-client.ts'
import type { HttpAnswer } from './send-request.ts'

interface JsonApiOptions {
  readonly client: HttpClient
  readonly credentials: Credentials
  /** Every address must lie below it, because the credentials are sent to each. */
  readonly baseUrl: string
  readonly headers?: Readonly<Record<string, string>>
  /** Decides from an answer whether the cursor has expired. The status 410 by default. */
  readonly isCursorExpired?: (status: number, text: string) => boolean
}

interface JsonAnswer<Body> {
  readonly body: Body
  readonly headers: HttpAnswer['headers']
}

export interface JsonApi {
  /** Reads a resource. `what` is how error messages call it. Throws {@link DirectoryFault}. */
  get<Body>(url: string | URL, schema: z.ZodType<Body>, what: string, signal: AbortSignal): Promise<JsonAnswer<Body>>
  /** Reads a resource that may not be there (404, 410). */
  find<Body>(url: URL, schema: z.ZodType<Body>, what: string, signal: AbortSignal): Promise<Body | undefined>
  /** The status of a resource: 200, 404 or 410; others are faults. */
  status(url: string | URL, what: string, signal: AbortSignal): Promise<number>
}

/** Reads JSON from an API with credentials. A token that is refused is renewed once. */
export function createJsonApi(options: JsonApiOptions): JsonApi {
  const { client, credentials, baseUrl, headers = {}, isCursorExpired = isGone } = options
  const base = new URL(baseUrl)

  async function authorized(url: URL, what: string, signal: AbortSignal): Promise<HttpAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const authorization = await credentials.header(signal)
      const request = { method: 'GET', url, headers: { ...headers, authorization }, what } as const
      const answer = await client.send(request, signal)
      const renewed = answer.status === 401 && attempt === 1 && credentials.refuse(authorization)
      if (!renewed) return answer
    }
  }

  async function read(address: string | URL, what: string, signal: AbortSignal): Promise<HttpAnswer> {
    const url = URL.parse(String(address))
    if (url === null || url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) {
      throw new DirectoryFault('malformed', `The directory led to another server at ${what}.`)
    }
    return await authorized(url, what, signal)
  }

  async function readStatus(address: string | URL, what: string, signal: AbortSignal): Promise<HttpAnswer> {
    const answer = await read(address, what, signal)
    if (answer.status !== 404 && answer.status !== 410) refuseStatus(answer, what)
    return answer
  }

  return {
    async get(address, schema, what, signal) {
      const answer = await read(address, what, signal)
      if (answer.status !== 200 && isCursorExpired(answer.status, answer.text)) {
        throw new DirectoryFault('cursor_expired', `The directory has forgotten the cursor of ${what}.`)
      }
      refuseStatus(answer, what)
      return { body: parseBody(answer, schema, what), headers: answer.headers }
    },
    async find(address, schema, what, signal) {
      const answer = await readStatus(address, what, signal)
      return answer.status === 200 ? parseBody(answer, schema, what) : undefined
    },
    status: async (address, what, signal) => (await readStatus(address, what, signal)).status,
  }
}

function isGone(status: number): boolean {
  return status === 410
}

function refuseStatus({ status }: HttpAnswer, what: string): void {
  if (status === 200) return
  if (status === 401 || status === 403) {
    throw new DirectoryFault('unauthorized', `The directory refused the credentials at ${what} (${status}).`)
  }
  throw new DirectoryFault('refused', `The directory answered ${what} with ${status}.`)
}

function parseBody<Body>({ text }: HttpAnswer, schema: z.ZodType<Body>, what: string): Body {
  const parsed = schema.safeParse(parseJson(text, what))
  if (parsed.success) return parsed.data
  throw new DirectoryFault('malformed', `The answer to ${what} has another form: ${placeOf(parsed.error)}.`)
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DirectoryFault('malformed', `The answer to ${what} is not valid JSON.`)
  }
}

/** Names the place of the fault, never the text: it may be a name. */
function placeOf({ issues: [issue] }: z.ZodError): string {
  return issue === undefined ? 'nowhere' : `${issue.path.map(String).join('.') || 'all of it'} (${issue.code})`
}
