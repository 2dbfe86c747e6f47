import { committedOf, verifyStatement } from '@sluice/evidence'
import { openEvidenceProver } from '@sluice/evidence/node'
import { expect, it, vi } from 'vitest'
import { EvidenceMasks } from './evidence-masks.ts'
import { startMaskMaker } from './mask-maker.ts'

it('makes masks in a thread that commit to what they are shifted to', async () => {
  const onLost = vi.fn()
  const masks = new EvidenceMasks({
    capacity: 64,
    maxWaitMs: 60_000,
    startMaker: (events) => startMaskMaker(events),
    onLost,
  })
  const [first, second] = [await masks.take('a'), await masks.take('b')]
  expect(first.masked).not.toBe(second.masked)
  await expect.poll(() => masks.ready, { timeout: 60_000 }).toBeGreaterThan(32)
  const prover = await openEvidenceProver()
  const context = { logOrigin: 'example.org/log', leafHash: new Uint8Array(32) }
  for (const mask of [first, second]) {
    const shift = Buffer.from(mask.shiftTo(5), 'base64url')
    const value = Buffer.from(mask.value, 'base64url')
    expect(committedOf(value, shift)).toBe(5)
    const statement = {
      ...({ kind: 'refused', permittedLevel: 5 } as const),
      ...{ masked: Buffer.from(mask.masked, 'base64url'), shift },
    }
    const blindings = [Buffer.from(mask.blinding, 'base64url')]
    const proof = prover.prove(statement, context, { sensitivity: 5, blindings })
    expect(verifyStatement(statement, context, proof)).toBe(true)
  }
  await masks.close()
  expect(onLost).not.toHaveBeenCalled()
})

it('starts a new thread where one ends, and tells', async () => {
  const onLost = vi.fn()
  const script = new URL('data:text/javascript,process.exit(1)')
  let started = 0
  const masks = new EvidenceMasks({
    ...{ capacity: 64, maxWaitMs: 60_000, onLost },
    startMaker: (events) => startMaskMaker(events, started++ === 0 ? script : undefined),
  })
  expect(await masks.take('a')).toBeDefined()
  expect(onLost).toHaveBeenCalledOnce()
  await masks.close()
})
