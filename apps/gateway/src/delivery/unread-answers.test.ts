import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UnreadAnswers } from './unread-answers.ts'

/** What is looked at of Node's response. */
class FakeOutgoing {
  socket: { bytesWritten: number; writableLength: number } | null = { bytesWritten: 0, writableLength: 0 }
  get writableLength(): number {
    return this.socket?.writableLength ?? 10
  }
}

let nowMs = 0
let unread: UnreadAnswers
const onUnread = vi.fn()

function watch() {
  const outgoing = new FakeOutgoing()
  return { outgoing, forget: unread.watch(outgoing as unknown as ServerResponse, onUnread) }
}

function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += 250) {
    nowMs += 250
    vi.advanceTimersByTime(250)
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onUnread.mockReset()
  nowMs = 0
  unread = new UnreadAnswers({ clock: { monotonicMs: () => nowMs }, timeoutMs: 1_000 })
})
afterEach(() => {
  unread.stop()
  vi.useRealTimers()
})

it('ends an answer of which nothing was taken for the whole time', () => {
  const { outgoing } = watch()
  outgoing.socket = { bytesWritten: 100, writableLength: 40 }
  pass(1_000)
  expect(onUnread).not.toHaveBeenCalled()
  pass(250)
  expect(onUnread).toHaveBeenCalledTimes(1)
})

it('leaves alone one that is taken slowly, though more is always waiting', () => {
  const { outgoing } = watch()
  for (let taken = 0; taken < 20; taken += 1) {
    outgoing.socket = { bytesWritten: 1_000 + 5 * taken, writableLength: 900 + 4 * taken }
    pass(750)
  }
  expect(onUnread).not.toHaveBeenCalled()
})

it('leaves alone one that is silent, one that waits for its socket and one that is forgotten', () => {
  watch()
  watch().outgoing.socket = null
  const { outgoing, forget } = watch()
  outgoing.socket = { bytesWritten: 100, writableLength: 40 }
  forget()
  pass(60_000)
  expect(onUnread).not.toHaveBeenCalled()
})

it('begins to count anew when everything was taken meanwhile', () => {
  const { outgoing } = watch()
  outgoing.socket = { bytesWritten: 100, writableLength: 40 }
  pass(750)
  outgoing.socket = { bytesWritten: 100, writableLength: 0 }
  pass(250)
  outgoing.socket = { bytesWritten: 140, writableLength: 40 }
  pass(1_000)
  expect(onUnread).not.toHaveBeenCalled()
  pass(250)
  expect(onUnread).toHaveBeenCalled()
})
