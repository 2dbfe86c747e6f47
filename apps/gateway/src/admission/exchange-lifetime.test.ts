import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { SluiceError } from '@sluice/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ExchangeLifetime, ExchangeLifetimes } from './exchange-lifetime.ts'

/** What a lifetime sees of Node's response. */
class FakeOutgoing extends EventEmitter {
  writableFinished = false
  headersSent = false
  destroyed = false
  destroy(): void {
    this.destroyed = true
    this.emit('close')
  }
  complete(): void {
    this.writableFinished = true
    this.emit('close')
  }
}

const DRAIN_MS = 10_000
const FROZEN = new SluiceError('session_frozen')

const notWatched = { watch: () => () => undefined }

function open(lifetimes = new ExchangeLifetimes(new AbortController().signal, notWatched, DRAIN_MS)) {
  const outgoing = new FakeOutgoing()
  const ended: ExchangeLifetime[] = []
  const lifetime = lifetimes.open(outgoing as unknown as ServerResponse, (one) => ended.push(one))
  return { lifetimes, outgoing, ended, lifetime }
}

const nextRound = () => new Promise(setImmediate)

describe('the lifetime of an exchange', () => {
  it('ends with the last byte of its answer', () => {
    const { outgoing, ended, lifetime } = open()
    outgoing.complete()
    expect(ended).toEqual([lifetime])
    expect(lifetime.workSignal.aborted).toBe(false)
  })

  it('ends the work when the caller leaves before', () => {
    const { outgoing, ended, lifetime } = open()
    outgoing.emit('close')
    expect(lifetime.workSignal.reason).toMatchObject({ code: 'request_aborted' })
    expect(ended).toEqual([lifetime])
  })

  it('refuses at once when it is stopped, and ends the work in a later round', async () => {
    const { outgoing, ended, lifetime } = open()
    const response = lifetime.orStopped(new Promise(() => undefined))
    lifetime.answer.abort(FROZEN)
    await expect(response).rejects.toBe(FROZEN)
    expect(lifetime.workSignal.aborted).toBe(false)
    outgoing.complete()
    expect(ended).toEqual([])
    await nextRound()
    expect(lifetime.workSignal.reason).toBe(FROZEN)
    expect(ended).toEqual([lifetime])
  })

  it('makes records once the work of all that were stopped in the same moment has been told', async () => {
    const all = Array.from({ length: 100 })
    const lifetimes = new ExchangeLifetimes(new AbortController().signal, notWatched, DRAIN_MS)
    const stopped = all.map(() => open(lifetimes).lifetime)
    let toldAtFirstRecord: number | undefined
    for (const { answer } of stopped) answer.abort(FROZEN)
    const told = () => stopped.filter(({ workSignal }) => workSignal.aborted).length
    await Promise.all(
      stopped.map(async (lifetime) => {
        await lifetime.recordTurn()
        toldAtFirstRecord ??= told()
      }),
    )
    expect(toldAtFirstRecord).toBe(all.length)
  })

  it('lets nothing begin once the caller has left', () => {
    const { outgoing, lifetime } = open()
    expect(() => lifetime.requireOpen()).not.toThrow()
    outgoing.emit('close')
    expect(() => lifetime.requireOpen()).toThrow(expect.objectContaining({ code: 'request_aborted' }))
  })

  it('keeps a response that was overtaken until it has ended', async () => {
    const { lifetimes, lifetime } = open()
    const late = Promise.withResolvers<Response>()
    const response = lifetime.orStopped(late.promise)
    lifetime.answer.abort(FROZEN)
    await expect(response).rejects.toBe(FROZEN)
    let done = false
    const waiting = lifetimes.done().then(() => {
      done = true
    })
    await nextRound()
    expect(done).toBe(false)
    late.reject(FROZEN)
    await waiting
    expect(done).toBe(true)
  })

  it('cuts a connection that has begun to answer, and only ends one that has not', () => {
    const begun = open()
    begun.outgoing.headersSent = true
    begun.lifetime.cut()
    expect(begun.outgoing.destroyed).toBe(true)
    const silent = open()
    silent.lifetime.cut()
    expect(silent.outgoing.destroyed).toBe(false)
    expect(silent.ended).toEqual([silent.lifetime])
  })
})

it('ends with its answer and its work when the answer is not read, and is then no longer watched', async () => {
  const watched: (() => void)[] = []
  const forgotten: number[] = []
  const unread = {
    watch: (_outgoing: ServerResponse, onUnread: () => void) => {
      watched.push(onUnread)
      return () => void forgotten.push(1)
    },
  }
  const { lifetime, outgoing, ended } = open(new ExchangeLifetimes(new AbortController().signal, unread, DRAIN_MS))
  outgoing.headersSent = true
  watched[0]?.()
  expect(lifetime.answer.signal.reason).toMatchObject({ code: 'answer_not_read' })
  expect(lifetime.workSignal.reason).toMatchObject({ code: 'answer_not_read' })
  expect(outgoing.destroyed).toBe(true)
  expect(ended).toContain(lifetime)
  expect(forgotten).toHaveLength(1)
})

describe('when the service stops', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('streams that have begun have a second to end by themselves, other answers as long as they need', () => {
    const stopping = new AbortController()
    const lifetimes = new ExchangeLifetimes(stopping.signal, notWatched, DRAIN_MS)
    const [stream, json, finished] = [open(lifetimes), open(lifetimes), open(lifetimes)]
    for (const { lifetime, outgoing } of [stream, finished]) {
      lifetime.endWithService()
      outgoing.headersSent = true
    }
    stopping.abort()
    finished.outgoing.complete()
    vi.advanceTimersByTime(999)
    expect(stream.lifetime.answer.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(stream.lifetime.answer.signal.reason).toMatchObject({ code: 'shutting_down' })
    vi.advanceTimersByTime(DRAIN_MS)
    expect(json.lifetime.answer.signal.aborted).toBe(false)
    expect(finished.lifetime.answer.signal.aborted).toBe(false)
  })

  it('streams that had not begun are answered, and end in time to say so', () => {
    const stopping = new AbortController()
    const lifetimes = new ExchangeLifetimes(stopping.signal, notWatched, DRAIN_MS)
    const waiting = open(lifetimes)
    waiting.lifetime.endWithService()
    stopping.abort()
    waiting.outgoing.headersSent = true
    const late = open(lifetimes)
    late.lifetime.endWithService()
    vi.advanceTimersByTime(DRAIN_MS - 2_001)
    expect(waiting.lifetime.answer.signal.aborted).toBe(false)
    expect(late.lifetime.answer.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(waiting.lifetime.answer.signal.reason).toMatchObject({ code: 'shutting_down' })
    expect(late.lifetime.answer.signal.reason).toMatchObject({ code: 'shutting_down' })
    const tooLate = open(lifetimes)
    tooLate.lifetime.endWithService()
    expect(tooLate.lifetime.answer.signal.reason).toMatchObject({ code: 'shutting_down' })
  })

  it('nothing is kept of a stream whose caller had left before it could begin', () => {
    const stopping = new AbortController()
    const { lifetime, outgoing } = open(new ExchangeLifetimes(stopping.signal, notWatched, DRAIN_MS))
    outgoing.emit('close')
    lifetime.endWithService()
    stopping.abort()
    vi.advanceTimersByTime(DRAIN_MS)
    expect(lifetime.answer.signal.aborted).toBe(false)
  })
})
