/* Those who ask for more than there is: a process of its own. The bench sends it calls over IPC, one at a time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { MODELS } from '../freeze/models.ts'
import { serveParent } from '../neighbours/child.ts'

interface Flooding {
  readonly origin: string
  /** Of the users. The first one sends half of all requests, the last one little, the others the rest. */
  readonly tokens: readonly string[]
  readonly seconds: number
  /** Length of each prompt. */
  readonly chars: number
}

export type FloodCall =
  /** Each connection sends its next request when it has its answer. */
  | ({ readonly do: 'closed'; readonly connections: number } & Flooding)
  /** Requests are sent when they are due, whether or not others were answered. */
  | ({ readonly do: 'open'; readonly perSecond: number; readonly lightPerSecond: number } & Flooding)

export interface FloodReply {
  readonly seconds: number
  readonly sent: number
  /** To the last byte of each right answer that came before the end, in milliseconds. */
  readonly latenciesMs: readonly number[]
  /** Of the user who asks for little. */
  readonly light: { readonly sent: number; readonly latenciesMs: readonly number[] }
  /** Right answers by user. */
  readonly rightByUser: readonly number[]
  /** Everything else, by status and code. */
  readonly refused: Readonly<Record<string, number>>
  /** Refusals without a `retry-after`. */
  readonly withoutRetryAfter: number
  /** To the last byte of refusals, in milliseconds. */
  readonly refusedMs: readonly number[]
}

const ANSWER_TIMEOUT_MS = 30_000
/** What is still to come after the last request was sent. */
const AFTERWARDS_MS = 5_000

serveParent<FloodCall, FloodReply>(async (call) => {
  const flood = new Flood(call)
  if (call.do === 'closed') await flood.closed(call.connections)
  else await flood.open(call.perSecond, call.lightPerSecond)
  return await flood.end()
})

class Flood {
  readonly #options: Flooding
  readonly #pools: readonly Pool[]
  readonly #filling: string
  readonly #asking = new Set<Promise<void>>()
  readonly #startedMs = performance.now()
  readonly #latenciesMs: number[] = []
  readonly #light = { sent: 0, latenciesMs: [] as number[] }
  readonly #rightByUser: number[]
  readonly #refused: Record<string, number> = {}
  readonly #refusedMs: number[] = []
  #withoutRetryAfter = 0
  #sent = 0

  constructor(options: Flooding) {
    this.#options = options
    const settings = {
      pipelining: 1,
      allowH2: false,
      headersTimeout: ANSWER_TIMEOUT_MS,
      bodyTimeout: ANSWER_TIMEOUT_MS,
    }
    this.#pools = options.tokens.map(() => new Pool(options.origin, settings))
    this.#rightByUser = options.tokens.map(() => 0)
    const sentence = 'The meeting about the new offices in the north wing was moved to another day. '
    this.#filling = sentence.repeat(Math.ceil(options.chars / sentence.length)).slice(0, options.chars)
  }

  get #endMs(): number {
    return this.#startedMs + this.#options.seconds * 1_000
  }

  async closed(connections: number): Promise<void> {
    const users = this.#options.tokens.length
    const drive = async (user: number) => {
      while (performance.now() < this.#endMs) await this.#ask(user, performance.now())
    }
    await Promise.all(Array.from({ length: connections }, (_, index) => drive(index % users)))
  }

  async open(perSecond: number, lightPerSecond: number): Promise<void> {
    const last = this.#options.tokens.length - 1
    const lightEveryMs = 1_000 / lightPerSecond
    for (let due = 0, lightDue = 0; performance.now() < this.#endMs; await sleep(2)) {
      const nowMs = performance.now()
      for (; this.#startedMs + (due * 1_000) / perSecond <= nowMs; due += 1) {
        const user = due % 2 === 0 || last < 2 ? 0 : 1 + ((due >> 1) % (last - 1))
        this.#keep(this.#ask(user, this.#startedMs + (due * 1_000) / perSecond))
      }
      for (; this.#startedMs + lightDue * lightEveryMs <= nowMs; lightDue += 1) {
        this.#keep(this.#ask(last, this.#startedMs + lightDue * lightEveryMs))
      }
    }
  }

  async end(): Promise<FloodReply> {
    const seconds = (performance.now() - this.#startedMs) / 1_000
    await Promise.race([Promise.all(this.#asking), sleep(AFTERWARDS_MS)])
    await Promise.all(this.#pools.map((pool) => pool.destroy()))
    return {
      seconds,
      sent: this.#sent,
      latenciesMs: this.#latenciesMs,
      light: this.#light,
      rightByUser: this.#rightByUser,
      refused: { ...this.#refused },
      withoutRetryAfter: this.#withoutRetryAfter,
      refusedMs: this.#refusedMs,
    }
  }

  #keep(work: Promise<void>): void {
    this.#asking.add(work)
    work.finally(() => this.#asking.delete(work)).catch(() => undefined)
  }

  /** Never rejects. A late answer counts for its user, and not for what was done in the time. */
  async #ask(user: number, dueMs: number): Promise<void> {
    const isLight = user === this.#options.tokens.length - 1
    this.#sent += 1
    this.#light.sent += isLight ? 1 : 0
    const prompt = `Please thank customer.${this.#sent}@example.com for order ${this.#sent}. ${this.#filling}`
    try {
      const response = await this.#pools[user]?.request({
        method: 'POST',
        path: '/v1/chat/completions',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${this.#options.tokens[user]}`,
          'x-session-id': `overload-${this.#sent % 50}`,
        },
        body: JSON.stringify({ model: MODELS.steady, messages: [{ role: 'user', content: prompt }] }),
      })
      if (response === undefined) return
      const text = await response.body.text()
      const nowMs = performance.now()
      if (response.statusCode === 200 && text.includes(prompt)) {
        if (isLight) this.#light.latenciesMs.push(nowMs - dueMs)
        this.#rightByUser[user] = (this.#rightByUser[user] ?? 0) + 1
        if (nowMs <= this.#endMs) this.#latenciesMs.push(nowMs - dueMs)
        return
      }
      this.#refusedMs.push(nowMs - dueMs)
      if (response.headers['retry-after'] === undefined) this.#withoutRetryAfter += 1
      this.#note(`${response.statusCode} ${/"code":"([a-z_]+)"/.exec(text)?.[1] ?? 'a wrong answer'}`)
    } catch (error) {
      // What is cut at the end of the measurement has not failed.
      if (performance.now() <= this.#endMs) this.#note(error instanceof Error ? error.message.slice(0, 40) : 'failed')
    }
  }

  #note(what: string): void {
    this.#refused[what] = (this.#refused[what] ?? 0) + 1
  }
}
