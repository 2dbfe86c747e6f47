/* The user who only works: a process of its own. The bench sends it calls over IPC, one at a time. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, Pool } from 'undici'
import { createStreamReader, type StreamEnd } from '../freeze/stream-reading.ts'
import { promptOf } from './bodies.ts'
import { serveParent } from './child.ts'
import { MODELS } from './models.ts'

export type BobCall =
  | { readonly do: 'begin'; readonly origin: string; readonly token: string; readonly perSecond: number }
  /** Forgets what was measured so far. */
  | { readonly do: 'measure' }
  | { readonly do: 'end' }

/** What Bob saw; times in milliseconds. */
export interface BobReply {
  /** From the moment at which each question was due to the last byte of its right answer. */
  readonly latenciesMs: readonly number[]
  /** What went wrong, and how often. */
  readonly failures: Readonly<Record<string, number>>
  readonly streamEnd: StreamEnd
  /** The longest time without a byte of the stream. */
  readonly streamGapMs: number
  readonly readyAsked: number
  readonly readyFailed: number
  /** The longest delay of this process's own event loop. */
  readonly ownDelayMs: number
}

const READY_EVERY_MS = 250
const ANSWER_TIMEOUT_MS = 30_000
const WARM_UP_AT_A_TIME = 8

let bob: Bob | undefined

serveParent<BobCall, BobReply | undefined>(async (call) => {
  if (call.do === 'begin') {
    bob = new Bob(call)
    await bob.warmUp(2_000)
    await bob.begin()
    return undefined
  }
  if (bob === undefined) throw new Error('Bob has not begun.')
  if (call.do === 'measure') {
    bob.forget()
    return undefined
  }
  return await bob.end()
})

class Bob {
  readonly #pool: Pool
  readonly #readyPool: Pool
  readonly #token: string
  readonly #everyMs: number
  readonly #delay = monitorEventLoopDelay({ resolution: 5 })
  readonly #reader = createStreamReader()
  readonly #asking = new Set<Promise<void>>()
  readonly #timers: NodeJS.Timeout[] = []
  #latenciesMs: number[] = []
  #failures: Record<string, number> = {}
  #ready = { asked: 0, failed: 0 }
  #lastByteMs = 0
  #gapMs = 0
  #number = 0

  constructor({ origin, token, perSecond }: Extract<BobCall, { do: 'begin' }>) {
    const options = { pipelining: 1, allowH2: false, headersTimeout: ANSWER_TIMEOUT_MS }
    this.#pool = new Pool(origin, options)
    this.#readyPool = new Pool(origin, options)
    this.#token = token
    this.#everyMs = 1_000 / perSecond
  }

  /** Lets the gateway compile what it needs. */
  async warmUp(forMs: number): Promise<void> {
    const endMs = performance.now() + forMs
    const drive = async () => {
      while (performance.now() < endMs) await this.#ask(performance.now())
    }
    await Promise.all(Array.from({ length: WARM_UP_AT_A_TIME }, drive))
  }

  /** Opens the stream and begins to ask, at a steady rate and without waiting for answers. */
  async begin(): Promise<void> {
    await this.#openStream()
    this.#delay.enable()
    const startedMs = performance.now()
    let asked = 0
    const askWhatIsDue = () => {
      for (; startedMs + asked * this.#everyMs <= performance.now(); asked += 1) {
        this.#keep(this.#ask(startedMs + asked * this.#everyMs))
      }
    }
    this.#timers.push(setInterval(askWhatIsDue, 1))
    this.#timers.push(setInterval(() => this.#keep(this.#askReady()), READY_EVERY_MS))
  }

  forget(): void {
    this.#latenciesMs = []
    this.#failures = {}
    this.#ready = { asked: 0, failed: 0 }
    this.#gapMs = 0
    this.#delay.reset()
  }

  async end(): Promise<BobReply> {
    for (const timer of this.#timers) clearInterval(timer)
    const streamGapMs = Math.max(this.#gapMs, performance.now() - this.#lastByteMs)
    const { end } = this.#reader.reading()
    const ownDelayMs = this.#delay.max / 1e6
    await Promise.race([Promise.all(this.#asking), sleep(ANSWER_TIMEOUT_MS)])
    return {
      latenciesMs: this.#latenciesMs,
      failures: this.#failures,
      streamEnd: end,
      streamGapMs,
      readyAsked: this.#ready.asked,
      readyFailed: this.#ready.failed,
      ownDelayMs,
    }
  }

  #keep(work: Promise<void>): void {
    this.#asking.add(work)
    work.finally(() => this.#asking.delete(work)).catch(() => undefined)
  }

  /** Never rejects. */
  async #ask(dueMs: number): Promise<void> {
    this.#number += 1
    const prompt = `Please thank customer.${this.#number}@example.com for order ${this.#number}.`
    try {
      const { statusCode, body } = await this.#pool.request(this.#requestOf(promptOf(prompt, MODELS.brief)))
      const text = await body.text()
      if (statusCode === 200 && text.includes(prompt)) this.#latenciesMs.push(performance.now() - dueMs)
      else this.#fail(`${statusCode} ${/"code":"([a-z_]+)"/.exec(text)?.[1] ?? 'a wrong answer'}`)
    } catch (error) {
      this.#fail(error instanceof Error ? error.message.slice(0, 40) : 'failed')
    }
  }

  async #askReady(): Promise<void> {
    const ready = this.#ready
    ready.asked += 1
    try {
      const { statusCode, body } = await this.#readyPool.request({ method: 'GET', path: '/health/ready' })
      await body.dump()
      if (statusCode !== 200) ready.failed += 1
    } catch {
      ready.failed += 1
    }
  }

  async #openStream(): Promise<void> {
    const { statusCode, body } = await this.#pool.request({
      ...this.#requestOf(promptOf('Please write a very long story.', MODELS.endless, true)),
      bodyTimeout: 0,
    })
    if (statusCode !== 200) throw new Error(`Bob's stream was refused: ${statusCode} ${await body.text()}`)
    this.#lastByteMs = performance.now()
    body.on('data', (bytes: Uint8Array) => {
      const nowMs = performance.now()
      this.#gapMs = Math.max(this.#gapMs, nowMs - this.#lastByteMs)
      this.#lastByteMs = nowMs
      this.#reader.take(bytes, nowMs)
    })
    body.once('error', () => undefined)
    body.once('close', () => this.#reader.close(performance.now()))
  }

  #requestOf(body: string): Dispatcher.RequestOptions {
    return {
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      body,
    }
  }

  #fail(what: string): void {
    this.#failures[what] = (this.#failures[what] ?? 0) + 1
  }
}
