import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '@sluice/service-kit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Engine, ScanFailure } from '../engine.ts'
import type { EngineSettings } from './engine-protocol.ts'
import { createSeparateEngine } from './separate-engine.ts'

const settings: EngineSettings = {
  packs: [],
  maxFileBytes: 1_000,
  readsIgnored: false,
  timeLimitMs: 60_000,
  maxFindings: 10,
  signingKeys: { ecdsa: '', mlDsa: '' },
  organization: undefined,
}

describe('an engine whose processes misbehave', () => {
  const lines: string[] = []
  let engine: Engine
  afterEach(() => engine.close())

  function open(options: Partial<Parameters<typeof createSeparateEngine>[0]> = {}) {
    lines.length = 0
    engine = createSeparateEngine({
      settings,
      maxProcesses: 1,
      maxHeapMb: 64,
      logger: createLogger({ service: 't', level: 'info', destination: { write: (line) => void lines.push(line) } }),
      entry: new URL('../../fixtures/unruly-engine.ts', import.meta.url),
      abortGraceMs: 50,
      ...options,
    })
    const assess = (root: string, signal = new AbortController().signal) =>
      engine.assess({ root, projectPath: root }, { signal, onProgress: () => {} })
    return { assess }
  }

  it.each(['/crash', '/exit', '/eat'])('fails the scan of %s and goes on with a new process', async (root) => {
    const { assess } = open()
    const failure = await assess(root).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ScanFailure)
    expect(failure).toMatchObject({ reason: 'engine-failed' })
    expect(lines.join()).toContain('engine process ended')
    await expect(assess('/fine')).resolves.toMatchObject({ summary: { findingCount: 0 } })
  })

  it.each(['/hang', '/ignore'])(
    'ends the process that does not stop the scan of %s when it is told to',
    async (root) => {
      const { assess } = open()
      const controller = new AbortController()
      const scan = assess(root, controller.signal).catch((error: unknown) => error)
      await sleep(300)
      controller.abort()
      expect(await scan).toMatchObject({ reason: 'engine-failed' })
      await expect(assess('/fine')).resolves.toBeDefined()
    },
  )

  it('does not begin what is aborted already', async () => {
    await expect(open().assess('/hang', AbortSignal.abort(new ScanFailure('aborted')))).rejects.toMatchObject({
      reason: 'aborted',
    })
  })

  it('knows when what a process held is gone, and calls that no incomplete scan', async () => {
    const project = await open().assess('/fine')
    expect(project.isUsable()).toBe(true)
    const failure = await project.render({ kind: 'score' }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(ScanFailure)
    await vi.waitFor(() => expect(project.isUsable()).toBe(false))
    project.release()
  })

  it('uses a second process while the first is busy, and no third', async () => {
    const { assess } = open({ maxProcesses: 2 })
    const hanging = new AbortController()
    const first = assess('/hang', hanging.signal).catch((error: unknown) => error)
    await expect(assess('/fine')).resolves.toBeDefined()
    await expect(assess('/fine')).resolves.toBeDefined()
    hanging.abort()
    await first
  })
})
