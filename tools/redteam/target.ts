import { z } from 'zod'
import type { Accounts } from './read-options.ts'

/** An answer of the deployment, read as far as attacks look at it. */
export interface Reply {
  readonly status: number
  /** The error's code, where it has one. */
  readonly code: string | undefined
  /** The whole body, 4 MiB at most. */
  readonly text: string
  /** What the model said, or an empty text. */
  readonly answer: string
  readonly metadata: Metadata | undefined
  readonly headers: Headers
}

const metadataSchema = z.object({
  session_id: z.number(),
  approval_required: z.boolean(),
  cache_hit: z.boolean(),
  sent: z.array(z.object({ text: z.string() })).optional(),
})
type Metadata = z.infer<typeof metadataSchema>

const answerSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullable() }) })).optional(),
  service_metadata: metadataSchema.optional(),
  error: z.object({ code: z.string().nullable() }).optional(),
  code: z.string().optional(),
})

export interface Message {
  readonly role: string
  readonly content: unknown
  readonly [member: string]: unknown
}

interface AskOptions {
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Members of the body beside model and messages. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
}

interface FetchOptions {
  readonly method?: string
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

/** Thrown where a run has sent as many requests as it may. */
export class RequestsSpent extends Error {}

const LONGEST_REPLY_BYTES = 4 * 2 ** 20
const LONGEST_PAUSE_MS = 3_000

/** The deployment under attack: everything that a run sends goes through here and is counted. */
export class Target {
  readonly url: URL
  readonly accounts: Accounts
  readonly #run: string
  readonly #mostRequests: number
  #requests = 0
  #serial = 0

  constructor(accounts: Accounts, { run, mostRequests }: { readonly run: string; readonly mostRequests: number }) {
    this.url = accounts.url
    this.accounts = accounts
    this.#run = run
    this.#mostRequests = mostRequests
  }

  get requests(): number {
    return this.#requests
  }

  /** Counts a request that goes over a socket of its own. Throws {@link RequestsSpent}. */
  count(): void {
    if (this.#requests >= this.#mostRequests) throw new RequestsSpent(`${this.#mostRequests} requests have been sent`)
    this.#requests += 1
  }

  /** Text that no request before had, so that no cache answers. */
  unique(): string {
    this.#serial += 1
    return `${this.#run}-${this.#serial}`
  }

  /** Sends messages as a chat completion, in a session of its own unless a header names one. */
  async ask(messages: readonly Message[], { token, headers = {}, members = {}, signal }: AskOptions): Promise<Reply> {
    const session = { 'x-session-id': `redteam-${this.unique()}`, 'cache-control': 'no-store', 'x-show-sent': '1' }
    return await this.fetch('/v1/chat/completions', {
      method: 'POST',
      token: token ?? this.accounts.token,
      headers: { 'content-type': 'application/json', ...session, ...headers },
      body: JSON.stringify({ model: this.accounts.model, messages, ...members }),
      signal,
    })
  }

  /** Sends one request to the gateway or, with a whole URL, to another service; once more after a short 429. */
  async fetch(path: string | URL, options: FetchOptions): Promise<Reply> {
    const reply = await this.#send(path, options)
    const waitMs = Number(reply.headers.get('retry-after')) * 1000
    if (reply.status !== 429 || !(waitMs > 0 && waitMs <= LONGEST_PAUSE_MS)) return reply
    await new Promise((resume) => setTimeout(resume, waitMs))
    return await this.#send(path, options)
  }

  async #send(path: string | URL, { token, headers = {}, signal, ...init }: FetchOptions): Promise<Reply> {
    this.count()
    const response = await fetch(path instanceof URL ? path : new URL(path, this.url), {
      ...init,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      redirect: 'manual',
      signal,
    })
    const text = await readBounded(response)
    const parsed = answerSchema.safeParse(parseJson(text))
    const body = parsed.success ? parsed.data : {}
    return {
      status: response.status,
      code: body.error?.code ?? body.code ?? undefined,
      text,
      answer: body.choices?.map(({ message }) => message.content ?? '').join('\n') ?? '',
      metadata: body.service_metadata,
      headers: response.headers,
    }
  }
}

async function readBounded(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength
    if (bytes > LONGEST_REPLY_BYTES) break
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A reply in a few words, without anything of its content. */
export function describe({ status, code, metadata }: Reply): string {
  const held = metadata?.approval_required === true ? ', held for a human' : ''
  return `${status}${code === undefined ? '' : ` ${code}`}${held}`
}
