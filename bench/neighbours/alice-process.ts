/* The users who make trouble: a process of its own. The bench sends it calls over IPC, one at a time. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, type Dispatcher } from 'undici'
import { BODIES, type BodyName, promptOf } from './bodies.ts'
import { CASES, type Deed, MEMORY_CASES } from './cases.ts'
import { serveParent } from './child.ts'
import { MODELS } from './models.ts'

export type AliceCall =
  | { readonly do: 'prepare'; readonly name: string; readonly origin: string; readonly tokens: readonly string[] }
  | { readonly do: 'play'; readonly seconds: number }

/** How often each thing happened: a status with the code of its error, `cut`, `open` or a failure. */
export type AliceReply = Readonly<Record<string, number>>

interface Player {
  readonly origin: string
  readonly token: string
  readonly signal: AbortSignal
}

/** A refusal that comes at once must not become a loop without an end. */
const REFUSED_PAUSE_MS = 2
const RETRY_AFTER_MS = 1_000

const dispatcher = new Agent({ pipelining: 1, allowH2: false, headersTimeout: 120_000, bodyTimeout: 120_000 })
const bodies = new Map<BodyName, Buffer>()
let counts: Record<string, number> = {}
let prepared: Extract<AliceCall, { do: 'prepare' }> | undefined

serveParent<AliceCall, AliceReply>(async (call) => {
  if (call.do === 'prepare') {
    prepared = call
    for (const deed of deedsOf(call.name)) prepareBodies(deed)
    return {}
  }
  if (prepared === undefined) throw new Error('Alice has received no case.')
  return await play(prepared, call.seconds)
})

function deedsOf(name: string): readonly Deed[] {
  return (CASES[name] ?? MEMORY_CASES[name])?.deeds ?? []
}

function prepareBodies(deed: Deed): void {
  const names = deed.do === 'ask' ? deed.bodies : deed.do === 'cut' ? [deed.body] : []
  for (const name of names) if (!bodies.has(name)) bodies.set(name, Buffer.from(BODIES[name]()))
}

async function play({ name, origin, tokens }: NonNullable<typeof prepared>, seconds: number): Promise<AliceReply> {
  counts = {}
  const end = new AbortController()
  const playing = tokens.flatMap((token) =>
    deedsOf(name).map((deed) => playDeed(deed, { origin, token, signal: end.signal })),
  )
  await sleep(seconds * 1_000)
  end.abort()
  await Promise.all(playing)
  return counts
}

function note(what: string): void {
  counts[what] = (counts[what] ?? 0) + 1
}

/** Never rejects. Resolves soon after the player's signal has aborted. */
async function playDeed(deed: Deed, player: Player): Promise<void> {
  if (deed.do === 'ask') {
    await Promise.all(Array.from({ length: deed.atOnce }, () => askAgainAndAgain(deed.bodies, player)))
  } else if (deed.do === 'ask-anew') {
    await Promise.all(Array.from({ length: deed.atOnce }, () => askAnew(deed.model, player)))
  } else if (deed.do === 'stream') {
    await Promise.all(Array.from({ length: deed.count }, () => streamAgainAndAgain(player)))
  } else if (deed.do === 'never-read') {
    await neverRead(deed.count, player)
  } else {
    await cutAgainAndAgain(deed, player)
  }
}

async function askAgainAndAgain(names: readonly BodyName[], player: Player): Promise<void> {
  for (let turn = 0; !player.signal.aborted; turn += 1) {
    const body = bodies.get(names[turn % names.length] ?? 'refused')
    if (body === undefined) return
    await ask(body, player)
  }
}

let question = 0

async function askAnew(model: string, player: Player): Promise<void> {
  while (!player.signal.aborted) {
    question += 1
    const prompt = `Please draft a short, friendly reply to customer.${question}@example.com about order ${question}.`
    await ask(promptOf(prompt, model), player, 'max-stale')
  }
}

async function streamAgainAndAgain(player: Player): Promise<void> {
  const body = promptOf('Take your time.', MODELS.slow, true)
  // Waits as `retry-after` asks: the flood of refused requests is a case of its own.
  for (; !player.signal.aborted; await sleep(RETRY_AFTER_MS)) await ask(body, player)
}

/** Sends a request and reads its answer to the end. A stream that is open at the end of the case counts as `open`. */
async function ask(body: Buffer | string, player: Player, cacheControl = 'no-store'): Promise<void> {
  let status = 0
  try {
    const response = await dispatcher.request({ ...requestOf(body, player, cacheControl), signal: player.signal })
    status = response.statusCode
    const last = await readEnd(response.body)
    const code = /"code":"([a-z_]+)"/.exec(last)?.[1]
    note(code === undefined ? String(status) : `${status} ${code}`)
    if (status >= 400) await sleep(REFUSED_PAUSE_MS)
  } catch (error) {
    if (player.signal.aborted) note(status === 0 ? 'unanswered' : `${status} open`)
    else {
      note(error instanceof Error ? `failed: ${error.message.slice(0, 40)}` : 'failed')
      await sleep(100)
    }
  }
}

function requestOf(body: Buffer | string, { origin, token }: Player, cacheControl = 'no-store') {
  return {
    origin,
    method: 'POST',
    path: '/v1/chat/completions',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      // With `no-store` each request has the whole way, also where the body is the same again.
      'cache-control': cacheControl,
    },
    body,
  } satisfies Dispatcher.DispatchOptions & { origin: string }
}

/** The end of a body, where an error is named. Never holds more of it: some answers have hundreds of megabytes. */
async function readEnd(body: AsyncIterable<Buffer>): Promise<string> {
  let last = ''
  for await (const bytes of body) {
    last = (bytes.length < 2_000 ? last.slice(-2_000) : '') + bytes.subarray(-2_000).toString('latin1')
  }
  return last
}

async function neverRead(count: number, { origin, token, signal }: Player): Promise<void> {
  const { hostname, port } = new URL(origin)
  const body = promptOf('Talk to me.', MODELS.flood, true)
  const sockets = Array.from({ length: count }, () => {
    const socket: Socket = connect({ host: hostname, port: Number(port) })
    socket.pause()
    socket.on('error', () => note('socket failed'))
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n` +
        `authorization: Bearer ${token}\r\ncache-control: no-store\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    return socket
  })
  await until(signal)
  for (const socket of sockets) {
    note(socket.destroyed ? 'closed socket' : 'unread socket')
    socket.destroy()
  }
}

async function cutAgainAndAgain(deed: Extract<Deed, { do: 'cut' }>, player: Player): Promise<void> {
  const body = bodies.get(deed.body)
  if (body === undefined) return
  while (!player.signal.aborted) {
    const cut = AbortSignal.timeout(deed.afterMs)
    await Promise.all(
      Array.from({ length: deed.count }, () =>
        dispatcher.request({ ...requestOf(body, player), signal: cut }).then(
          async (response) => {
            await readEnd(response.body).catch(() => '')
            note(String(response.statusCode))
          },
          () => note('cut'),
        ),
      ),
    )
    await sleep(1_000 - deed.afterMs)
  }
}

function until(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
