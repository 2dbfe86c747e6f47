import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import type { Caller } from './ask.ts'
import { type OpenStream, openStream } from './open-stream.ts'
import { type AcknowledgementRead, orderText, sweepSockets, type TextByOrder } from './order.ts'
import { type Prober, startProber } from './prober.ts'
import { type CommandAnswer, sendCommand } from './soar-command.ts'
import type { StreamEnd, StreamReading } from './stream-reading.ts'

export interface RoundSettings {
  readonly callers: readonly [Caller, ...Caller[]]
  readonly listener: Dispatcher
  readonly upstream: Dispatcher
  readonly secret: Buffer
  readonly sub: string
  readonly streams: number
  readonly sessions: number
}

/** One freeze. Times are in milliseconds since just before the command was sent. */
export interface Round {
  readonly answer: CommandAnswer
  readonly acknowledgement: AcknowledgementRead
  readonly streams: readonly StreamResult[]
  /** One per gateway. */
  readonly probes: readonly ProbeResult[]
  /** Streams that the model server still sent two seconds after the acknowledgement. */
  readonly upstreamOpen: number
  /** The longest delay of this process's event loop between the command and the sweep. */
  readonly readerDelayMs: number
  /** Streams that did not open at once, and why. */
  readonly failures: readonly string[]
}

export interface StreamResult {
  readonly end: StreamEnd
  readonly lastTextMs: number
  readonly lastByteMs: number
  /** When the stream was over; infinite where it was not. */
  readonly closedMs: number
  readonly text: TextByOrder
}

export interface ProbeResult {
  /** When the first refusal was read; infinite where there was none. */
  readonly firstRefusedMs: number
  /** Outcomes of requests that were sent after the acknowledgement was read, counted. */
  readonly afterwards: Readonly<Record<string, number>>
  /** Model text of answers, whenever they were asked for. */
  readonly text: TextByOrder
}

/** The command comes at any point between two frames, two leases and two probes. */
const MAXIMUM_WAIT_MS = 200
/** Streams are opened a few at a time, as people open them. */
const OPENINGS_AT_A_TIME = 48
const OPENING_ATTEMPTS = 10
const OPENING_RETRY_MS = 200
const AFTERWARDS_LEAST = 5
const END_TIMEOUT_MS = 2_000

/** The name of a session of the measured user. */
export function sessionName(number: number, { sessions }: { readonly sessions: number }): string {
  return `s-${number % sessions}`
}

/**
 * Opens the streams, freezes the user through the SOAR command, records what still arrives, and frees the user again.
 */
export async function playRound(settings: RoundSettings, number: number): Promise<Round> {
  const { callers, listener, secret, sub } = settings
  const { streams, failures } = await openStreams(settings, number)
  let probeSession = number * settings.streams
  const nextSession = () => {
    probeSession += 1
    return sessionName(probeSession, settings)
  }
  const probers = callers.map((caller) => startProber(caller, nextSession))
  const delay = monitorEventLoopDelay({ resolution: 1 })
  try {
    await Promise.all(probers.map(({ answered }) => answered))
    await sleep(Math.random() * MAXIMUM_WAIT_MS)
    delay.enable()
    const sent = await sendCommand(listener, secret, { command: 'freeze_user', sub })
    await sweepSockets()
    const acknowledgement = { readMs: sent.answeredMs, sweptMs: performance.now() }
    const readerDelayMs = longest(delay)
    await untilQuiet(streams, probers, acknowledgement)
    await Promise.all(probers.map((prober) => prober.stop()))
    const result = {
      answer: await sent.answer(),
      acknowledgement: {
        readMs: acknowledgement.readMs - sent.sentMs,
        sweptMs: acknowledgement.sweptMs - sent.sentMs,
      },
      streams: streams.map((stream) => streamResult(stream.reading(), acknowledgement, sent.sentMs)),
      probes: probers.map((prober) => probeResult(prober, acknowledgement, sent.sentMs)),
      upstreamOpen: await untilNoneOpen(settings.upstream),
      readerDelayMs,
      failures,
    }
    await (await sendCommand(listener, secret, { command: 'unfreeze_user', sub })).answer()
    return result
  } finally {
    for (const stream of streams) stream.abort()
    await Promise.all(probers.map((prober) => prober.stop()))
    delay.disable()
  }
}

interface Opened {
  readonly streams: readonly OpenStream[]
  readonly failures: readonly string[]
}

/** Opens all streams, a few at a time; one that fails is noted and tried again. Resolves when each has brought text. */
async function openStreams(settings: RoundSettings, number: number): Promise<Opened> {
  const { callers, streams: count } = settings
  const streams: OpenStream[] = []
  const failures: string[] = []
  let next = 0
  const open = async (index: number) => {
    const caller = callers[index % callers.length] ?? callers[0]
    const session = number * count + index
    const stream = await openStream(caller, sessionName(session, settings), session)
    await stream.hasText
    streams.push(stream)
  }
  const drive = async () => {
    while (next < count) {
      const index = next
      next += 1
      for (let attempts = 1; ; attempts += 1) {
        const failure = await open(index).then(
          () => undefined,
          (error: unknown) => String(error),
        )
        if (failure === undefined) break
        failures.push(failure)
        if (attempts === OPENING_ATTEMPTS) throw new Error(failure)
        await sleep(OPENING_RETRY_MS)
      }
    }
  }
  await Promise.all(Array.from({ length: OPENINGS_AT_A_TIME }, drive))
  return { streams, failures }
}

/** Until all streams have ended and every gateway has answered some requests that were sent afterwards. */
async function untilQuiet(
  streams: readonly OpenStream[],
  probers: readonly Prober[],
  { readMs }: AcknowledgementRead,
): Promise<void> {
  const deadlineMs = performance.now() + END_TIMEOUT_MS
  const answeredAfterwards = ({ probes }: Prober) => probes().filter(({ sentMs }) => sentMs > readMs).length
  const ended = Promise.all(streams.map((stream) => stream.ended)).then(() => true)
  let allEnded = false
  while (performance.now() < deadlineMs) {
    allEnded ||= await Promise.race([ended, sleep(10, false)])
    if (allEnded && probers.every((prober) => answeredAfterwards(prober) >= AFTERWARDS_LEAST)) return
    await sleep(5)
  }
}

async function untilNoneOpen(upstream: Dispatcher): Promise<number> {
  const deadlineMs = performance.now() + END_TIMEOUT_MS
  for (;;) {
    const { body } = await upstream.request({ method: 'GET', path: '/open' })
    const open = Number(await body.text())
    if (open === 0 || performance.now() > deadlineMs) return open
    await sleep(20)
  }
}

function streamResult(reading: StreamReading, read: AcknowledgementRead, sentMs: number): StreamResult {
  const { texts, lastByteMs, closedMs, end } = reading
  return {
    end,
    lastTextMs: (texts.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) - sentMs,
    lastByteMs: lastByteMs - sentMs,
    closedMs: closedMs - sentMs,
    text: orderText(texts, read),
  }
}

function probeResult({ probes }: Prober, read: AcknowledgementRead, sentMs: number): ProbeResult {
  const afterwards: Record<string, number> = {}
  for (const probe of probes()) {
    if (probe.sentMs > read.readMs) afterwards[probe.outcome] = (afterwards[probe.outcome] ?? 0) + 1
  }
  const refused = probes().filter(({ outcome }) => outcome === 'session_frozen')
  return {
    firstRefusedMs: Math.min(...refused.map(({ answeredMs }) => answeredMs)) - sentMs,
    afterwards,
    text: orderText(
      probes().flatMap(({ texts }) => texts),
      read,
    ),
  }
}

function longest(delay: ReturnType<typeof monitorEventLoopDelay>): number {
  delay.disable()
  return delay.count === 0 ? 0 : delay.max / 1e6
}
