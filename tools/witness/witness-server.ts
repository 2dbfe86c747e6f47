import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Clock } from '@sluice/contracts'
import { type CheckpointVerdict, judgeCheckpoint, type SignedNote, type VerifierKey, writeNote } from '@sluice/evidence'
import type { WitnessState } from './witness-state.ts'

interface WitnessOptions {
  /** The keys of the logs; the name of a key is the origin of its log. */
  readonly logKeys: readonly VerifierKey[]
  readonly state: WitnessState
  readonly clock: Pick<Clock, 'nowMs'>
  /** Called with each line for the operator: of what a log has signed and the witness refuses. */
  readonly report: (line: string) => void
  /** Called where the state could not be kept: nothing may be cosigned from then on. */
  readonly onFailure: (error: unknown) => void
}

interface Answer {
  readonly status: number
  readonly type?: string
  readonly body?: string
}

/** 63 hashes and a checkpoint with a dozen signatures by ML-DSA-44 have less. */
const MAX_BODY_BYTES = 65_536
const MAX_WAITING = 64
const MAX_CONNECTIONS = 256
const HEADERS_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 60_000
/** What is asked again word for word gets the same cosignatures: anybody can send what a log has published. */
const SAME_ANSWER_MS = 1_000
const SIZE_TYPE = 'text/x.tlog.size'

/** Serves a witness. Source: C2SP tlog-witness, at commit 05527059. */
export function createWitnessServer(options: WitnessOptions): Server {
  const witness = new WitnessDesk(options)
  const limits = { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS }
  const server = createServer({ ...limits, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    void respond(witness, request, response)
  })
  server.maxConnections = MAX_CONNECTIONS
  return server
}

async function respond(witness: WitnessDesk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { status, type, body = '' } = await answer(witness, request)
    // What is left of a body that nobody reads would be taken for the next request.
    if (!request.complete || status >= 500) response.setHeader('connection', 'close')
    response.writeHead(status, { 'content-type': type ?? 'text/plain; charset=utf-8' }).end(body)
  } catch {
    // The caller has gone while it sent the body.
    response.destroy()
  }
}

async function answer(witness: WitnessDesk, request: IncomingMessage): Promise<Answer> {
  if (request.url !== '/add-checkpoint') return { status: 404 }
  if (request.method !== 'POST') return { status: 405 }
  const bytes = await readBody(request)
  if (bytes === undefined) return { status: 413 }
  const body = decode(bytes)
  return body === undefined ? { status: 400 } : await witness.addCheckpoint(body)
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > MAX_BODY_BYTES) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Judges requests one after another: what is compared with the state must still be so when the state is replaced. */
class WitnessDesk {
  readonly #options: WitnessOptions
  #turn: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #hasFailed = false
  #reported = ''
  #cosigned: { readonly body: string; readonly answer: Answer; readonly atMs: number } | undefined

  constructor(options: WitnessOptions) {
    this.#options = options
  }

  async addCheckpoint(body: string): Promise<Answer> {
    const nowMs = this.#options.clock.nowMs()
    const same = this.#cosigned
    if (same?.body === body && Math.abs(nowMs - same.atMs) < SAME_ANSWER_MS) return same.answer
    if (this.#waiting >= MAX_WAITING) return { status: 503 }
    this.#waiting += 1
    const answered = this.#turn.then(() => this.#add(body))
    this.#turn = answered
    try {
      return await answered
    } finally {
      this.#waiting -= 1
    }
  }

  /** Never rejects: the next one waits for it. */
  async #add(body: string): Promise<Answer> {
    if (this.#hasFailed) return { status: 503 }
    try {
      const { logKeys, state } = this.#options
      const keysOf = (origin: string) => logKeys.filter(({ name }) => name === origin)
      const verdict = judgeCheckpoint(body, keysOf, (origin) => state.lastOf(origin))
      if (verdict.status === 200) {
        const isKnown = state.lastOf(verdict.origin)?.size === verdict.head.size
        const answer = { status: 200, body: await this.#cosign(verdict) }
        // Any other request would get 409 now.
        if (isKnown) this.#cosigned = { body, answer, atMs: this.#options.clock.nowMs() }
        return answer
      }
      if (verdict.status === 422) this.#report(`422: ${verdict.origin} ${verdict.size} does not continue its last tree`)
      if (verdict.status !== 409) return { status: verdict.status }
      if (verdict.fork !== undefined) await this.#keepFork(verdict.origin, verdict.size, verdict.fork)
      return { status: 409, type: SIZE_TYPE, body: `${verdict.size}\n` }
    } catch (error) {
      this.#hasFailed = true
      this.#options.onFailure(error)
      return { status: 500 }
    }
  }

  /** The state is kept before the cosignature is given, unless it says the same already. */
  async #cosign({ origin, head, note }: CheckpointVerdict & { status: 200 }): Promise<string> {
    const { state, clock } = this.#options
    const cosignatures = state.signers.map((signer) => signer.sign(note.text, clock.nowMs()))
    if (state.lastOf(origin)?.size === head.size) {
      await state.requireNewest()
    } else {
      const ofLog = note.signatures.filter(({ name }) => name === origin)
      await state.keep(origin, head, { text: note.text, signatures: [...ofLog, ...cosignatures] })
    }
    return writeNote({ text: '', signatures: cosignatures }).slice(1)
  }

  async #keepFork(origin: string, size: number, fork: SignedNote): Promise<void> {
    const path = await this.#options.state.keepFork(origin, fork)
    if (path !== undefined) this.#report(`FORK: ${origin} has signed two trees of ${size} entries; see ${path}`)
  }

  /** Anybody may send again what a log has signed: one line for it. */
  #report(line: string): void {
    if (line !== this.#reported) this.#options.report(line)
    this.#reported = line
  }
}
