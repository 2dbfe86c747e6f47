import { createLogger, systemClock } from '@sluice/service-kit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AssessedProject, type AssessmentOptions, type Engine, ScanFailure, type ScanFigures } from '../engine.ts'
import { createAssessments } from './assessments.ts'
import { createScanQueue } from './scan-queue.ts'

const REUSE_MS = 1_000
const project = { path: '/p', root: '/p' }
const NO_FIGURES: ScanFigures = {
  ...{ verdict: 'Indeterminate', quantumBroken: 0, quantumVulnerable: 0, mitigable: 0, quantumSafe: 0 },
  ...{ filesRead: 0, filesNotAssessed: 0, foldersIgnored: 0, unresolvedCalls: 0 },
}

/** An engine whose scans end when the test says so. */
function createHandEngine() {
  const scans: { root: string; options: AssessmentOptions; finish(): void; fail(error: Error): void }[] = []
  const released: number[] = []
  const state = { usable: true }
  const engine: Engine = {
    describeKeys: () => Promise.reject(new Error('not here')),
    close: () => {},
    assess({ root }, options) {
      const { promise, resolve, reject } = Promise.withResolvers<AssessedProject>()
      const number = scans.length
      const assessed: AssessedProject = {
        summary: {
          findingCount: number,
          figures: NO_FIGURES,
          systemScore: 0,
          reportFileName: 'report.pdf',
          assessedAt: '2026-01-31T12:00:00.000Z',
          filesRead: 0,
          bytesRead: 0,
          durationMs: 0,
        },
        render: async () => [],
        release: () => void released.push(number),
        isUsable: () => state.usable,
      }
      options.signal.addEventListener('abort', () => reject(options.signal.reason))
      scans.push({ root, options, finish: () => resolve(assessed), fail: reject })
      return promise
    },
  }
  return { engine, scans, released, state }
}

describe('shared scans', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function setUp({ reuseMs = REUSE_MS, maxKept = 4, maxRunning = 2 } = {}) {
    const hand = createHandEngine()
    const lines: string[] = []
    const ends: string[] = []
    const assessments = createAssessments({
      engine: hand.engine,
      queue: createScanQueue({ maxRunning, maxWaiting: 10 }),
      clock: systemClock,
      logger: createLogger({ service: 't', level: 'info', destination: { write: (line) => void lines.push(line) } }),
      reuseMs,
      maxKept,
      onScanEnd: (outcome) => void ends.push(outcome),
    })
    const use = (options: { path?: string; fresh?: boolean; signal?: AbortSignal } = {}) => {
      const { path = project.path, fresh = false, signal = new AbortController().signal } = options
      const where = { path, root: path }
      const result = assessments.use(where, { signal, fresh }, async ({ summary }) => summary.findingCount)
      // A rejection that nobody has looked at yet is no failure of the test.
      result.catch(() => {})
      return result
    }
    return { ...hand, assessments, use, lines, ends }
  }
  const begun = () => vi.advanceTimersByTimeAsync(0)

  it('are seen with how far each is, until they end', async () => {
    const { assessments, use, scans } = setUp({ maxRunning: 1 })
    const askedAtMs = Date.now()
    const nothing = { filesRead: 0, filesFound: 0, bytesRead: 0, detections: 0 }
    const leave = new AbortController()
    const answers = [use(), use(), use({ path: '/other' }), use({ path: '/left', signal: leave.signal })]
    await begun()
    const waiting = { state: 'waiting', askedAtMs, ...nothing }
    expect(assessments.underWay()).toEqual([
      { path: '/p', state: 'scanning', askedAtMs, ...nothing },
      { path: '/other', ...waiting },
      { path: '/left', ...waiting },
    ])
    const progress = { filesRead: 3, filesFound: 9, bytesRead: 1_000, detections: 2 }
    scans[0]?.options.onProgress(progress)
    leave.abort(new Error('gone'))
    await begun()
    expect(assessments.underWay()).toMatchObject([
      { path: '/p', ...progress },
      { path: '/other', ...nothing },
    ])
    scans[0]?.finish()
    await begun()
    expect(assessments.underWay()).toMatchObject([{ path: '/other', state: 'scanning' }])
    scans[1]?.fail(new ScanFailure('unreadable'))
    await begun()
    expect(assessments.underWay()).toEqual([])
    await Promise.allSettled(answers)
  })

  it('answer all who ask for the same project at the same time', async () => {
    const { use, scans } = setUp()
    const answers = [use(), use(), use({ path: '/other' })]
    await begun()
    expect(scans.map(({ root }) => root)).toEqual(['/p', '/other'])
    for (const scan of scans) scan.finish()
    await expect(Promise.all(answers)).resolves.toEqual([0, 0, 1])
  })

  it('answer those who come shortly after, and then no longer', async () => {
    const { use, scans, released } = setUp()
    const first = use()
    await begun()
    scans[0]!.finish()
    await first
    await vi.advanceTimersByTimeAsync(REUSE_MS - 1)
    await expect(use()).resolves.toBe(0)
    await vi.advanceTimersByTimeAsync(REUSE_MS)
    expect(released).toEqual([0])
    void use()
    await begun()
    expect(scans).toHaveLength(2)
  })

  it('are not reused at all when that is switched off, nor after their process has ended', async () => {
    for (const set of [setUp({ reuseMs: 0 }), setUp()]) {
      const first = set.use()
      await begun()
      set.scans[0]!.finish()
      await first
      set.state.usable = false
      void set.use()
      await begun()
      expect(set.scans).toHaveLength(2)
    }
  })

  it('begin anew for who wants a fresh one, unless the scan has not begun', async () => {
    const { use, scans } = setUp({ maxRunning: 1 })
    void use()
    await begun()
    void use({ fresh: true })
    void use({ fresh: true })
    await begun()
    scans[0]!.finish()
    await begun()
    expect(scans).toHaveLength(2)
    const joined = use()
    scans[1]!.finish()
    await expect(joined).resolves.toBe(1)
  })

  it('go on while one caller waits, and end with the last', async () => {
    const { use, scans, lines, ends } = setUp()
    const [one, two] = [new AbortController(), new AbortController()]
    const answers = [use({ signal: one.signal }), use({ signal: two.signal })]
    await begun()
    one.abort(new Error('one left'))
    await expect(answers[0]).rejects.toThrow('one left')
    expect(scans[0]!.options.signal.aborted).toBe(false)
    two.abort(new Error('two left'))
    await expect(answers[1]).rejects.toThrow('two left')
    await begun()
    expect(scans[0]!.options.signal.aborted).toBe(true)
    expect(ends).toEqual(['aborted'])
    expect(lines.join()).toContain('nobody waits')
    void use()
    await begun()
    expect(scans).toHaveLength(2)
  })

  it('leave the queue when nobody waits for them any more', async () => {
    const { use, scans } = setUp({ maxRunning: 1 })
    void use()
    const leaving = new AbortController()
    const waiting = use({ path: '/waiting', signal: leaving.signal })
    await begun()
    leaving.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    scans[0]!.finish()
    await begun()
    expect(scans).toHaveLength(1)
  })

  it.each([
    ['as they failed', new ScanFailure('unreadable'), 'unreadable'],
    ['for reasons unknown as engine-failed', new Error('a bug'), 'engine-failed'],
  ])('fail %s, for all, and are tried again by the next', async (_name, error, reason) => {
    const { use, scans, ends } = setUp()
    const answers = [use(), use()]
    await begun()
    scans[0]!.fail(error)
    for (const answer of answers) await expect(answer).rejects.toMatchObject({ reason })
    expect(ends).toEqual(['failed'])
    void use()
    await begun()
    expect(scans).toHaveLength(2)
  })

  it('are kept up to a number, and not let go while they are in use', async () => {
    const { use, scans, released, assessments } = setUp({ maxKept: 1 })
    const { promise: working, resolve: done } = Promise.withResolvers<void>()
    const signal = new AbortController().signal
    const long = assessments.use({ path: '/long', root: '/long' }, { signal, fresh: false }, () => working)
    await begun()
    scans[0]!.finish()
    for (const path of ['/a', '/b', '/c']) {
      const answer = use({ path })
      await begun()
      scans.at(-1)!.finish()
      await answer
    }
    expect(released).toEqual([1, 2])
    done()
    await long
    await vi.advanceTimersByTimeAsync(REUSE_MS * 2)
    expect(released.toSorted()).toEqual([0, 1, 2, 3])
  })

  it('tell the log how far they are, with counts and nothing else', async () => {
    const { use, scans, lines } = setUp()
    const answer = use()
    await begun()
    for (let second = 0; second < 5; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      scans[0]!.options.onProgress({ filesRead: second, filesFound: 9, bytesRead: 1, detections: 0 })
    }
    scans[0]!.finish()
    await answer
    const progress = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'scan progress')
    expect(progress.map(({ filesRead }) => filesRead)).toEqual([1, 3])
    expect(progress[0]).toMatchObject({ scan: 1, filesFound: 9, bytesRead: 1, detections: 0 })
  })

  it('all end when the service does', async () => {
    const { use, scans, assessments } = setUp()
    const answer = use()
    await begun()
    assessments.close()
    await expect(answer).rejects.toMatchObject({ reason: 'aborted' })
    expect(scans[0]!.options.signal.aborted).toBe(true)
  })
})
