import { describe, expect, it } from 'vitest'
import { findFaults } from './faults.ts'
import type { ProbeResult, Round, StreamResult } from './round.ts'
import { distribution, summarize } from './summary.ts'

const NONE = { before: 0, inSweep: 0, after: 0 }
const EXPECTED = { gateways: 3, sessions: 10, withNeighbours: false }
const answer = {
  state: 'frozen',
  changed: true,
  sessions_frozen: 10,
  elapsed_ms: 20,
  recorded: true,
  gateways: { alive: 3, acknowledged: 3 },
}

function stream(changes: Partial<StreamResult> = {}): StreamResult {
  return {
    end: { code: 'session_frozen' },
    lastTextMs: -5,
    lastByteMs: 12,
    closedMs: 13,
    text: { ...NONE, before: 9 },
    ...changes,
  }
}

function probe(changes: Partial<ProbeResult> = {}): ProbeResult {
  return { firstRefusedMs: 15, afterwards: { session_frozen: 5 }, text: NONE, ...changes }
}

function round(changes: Partial<Round> = {}): Round {
  return {
    answer,
    acknowledgement: { readMs: 25, sweptMs: 26 },
    streams: [stream(), stream({ lastByteMs: 14 })],
    probes: [probe(), probe({ firstRefusedMs: 18 }), probe()],
    upstreamOpen: 0,
    readerDelayMs: 2,
    failures: [],
    ...changes,
  }
}

const faultsOf = (...rounds: Round[]) => findFaults(rounds, summarize(rounds), EXPECTED)

describe('distribution', () => {
  it('sorts by number', () => {
    expect(distribution([10, 9, 100, 1])).toEqual({ p50: 9, p99: 100, max: 100 })
  })
})

describe('summarize', () => {
  it('takes the slowest stream and the slowest gateway of each freeze', () => {
    const summary = summarize([round(), round({ streams: [stream({ lastByteMs: 30 })] })])
    expect(summary.lastStreamByte).toEqual({ p50: 14, p99: 30, max: 30 })
    expect(summary.everyStream).toEqual({ p50: 14, p99: 30, max: 30 })
    expect(summary.firstRefusal.max).toBe(18)
    expect(summary.lastStreamOver.max).toBe(13)
    expect(summary.lastText.max).toBe(-5)
    expect(summary.acknowledged.max).toBe(25)
    expect(summary.textBytes).toEqual({ before: 27, inSweep: 0, after: 0 })
    expect(summary.ends).toEqual({ session_frozen: 3 })
    expect(summary.afterwards).toEqual({ session_frozen: 30 })
    expect(summary.complete).toBe(2)
  })
})

describe('findFaults', () => {
  it('finds none where all went as promised', () => {
    expect(faultsOf(round(), round({ streams: [stream({ end: 'cut' })] }))).toEqual([])
  })

  it.each<[string, Partial<Round>, string]>([
    ['text of a stream', { streams: [stream({ text: { ...NONE, after: 7 } })] }, '7 bytes of model text after'],
    ['text of a request', { probes: [probe({ text: { ...NONE, after: 3 } })] }, '3 bytes of model text after'],
    ['an open stream', { streams: [stream({ end: 'open' })] }, '1 streams that did not end'],
    ['an ended stream', { streams: [stream({ end: 'done' })] }, '1 streams that ended with done'],
    ['another error', { streams: [stream({ end: { code: 'internal_error' } })] }, '1 streams that ended with internal'],
    ['an early end', { streams: [stream({ closedMs: -1 })] }, '1 streams that were over before the command'],
    [
      'a refused stream',
      { failures: ['status 503', 'cut'] },
      '2 streams that did not open at once, the first: status 503',
    ],
    ['a request let in', { probes: [probe({ afterwards: { answered: 2 } })] }, '2 requests sent after'],
    ['no request at all', { probes: [probe({ afterwards: {} })] }, 'a gateway answered no request'],
    ['a model that sends on', { upstreamOpen: 1 }, 'the model still sent'],
    ['sessions left out', { answer: { ...answer, sessions_frozen: 9 } }, 'did not hold 10 sessions'],
    ['a gateway too few', { answer: { ...answer, gateways: { alive: 2, acknowledged: 2 } } }, '3 gateways alive'],
    ['a silent gateway', { answer: { ...answer, gateways: { alive: 3, acknowledged: 2 } } }, 'not every gateway'],
    ['nothing changed', { answer: { ...answer, changed: false } }, 'changed nothing'],
    ['a late stream', { streams: [stream({ lastByteMs: 100 })] }, 'last stream byte, p99 100.0 ms'],
    ['a late refusal', { probes: [probe({ firstRefusedMs: 501 })] }, 'first refused request, max 501.0 ms'],
    ['no refusal', { probes: [probe({ firstRefusedMs: Number.POSITIVE_INFINITY })] }, 'max Infinity ms'],
  ])('finds %s', (_, changes, fault) => {
    expect(faultsOf(round(changes)).join('\n')).toContain(fault)
  })

  it('allows the p99 one slow freeze in a hundred, the maximum none', () => {
    const quick = Array.from({ length: 199 }, () => round())
    expect(faultsOf(...quick, round({ streams: [stream({ lastByteMs: 400 })] }))).toEqual([])
    expect(faultsOf(...quick, round({ streams: [stream({ lastByteMs: 500 })] }))).toHaveLength(1)
  })

  it('allows more beside hostile neighbours, but no more than the promise', () => {
    const late = (lastByteMs: number) => {
      const rounds = [round({ streams: [stream({ lastByteMs })] })]
      return findFaults(rounds, summarize(rounds), { ...EXPECTED, withNeighbours: true })
    }
    expect(late(199)).toEqual([])
    expect(late(200).join()).toContain('p99 200.0 ms, not under 200')
    expect(late(500)).toHaveLength(2)
  })
})
