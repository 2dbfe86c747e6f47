import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enter, type FreezeTestStack, startFreezeTestStack, type TestGateway } from '../testing/freeze-test-stack.ts'
import { newPrincipal } from '../testing/new-principal.ts'

let stack: FreezeTestStack
let gateway: TestGateway
beforeAll(async () => {
  stack = await startFreezeTestStack()
}, 300_000)
afterAll(async () => await stack?.stop())
beforeEach(async () => {
  gateway = await stack.openGateway()
})
afterEach(async () => await gateway?.close())

/** Keeps the event loop busy, as one long computation does. */
function block(ms: number): void {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}

describe('a gateway whose event loop was busy for longer than its lease', () => {
  it.each([
    ['once', [1_000]],
    ['again and again, with one turn between', [400, 400, 400, 400]],
    ['while its renewal was under way', [320, 320, 900, 320]],
  ])('keeps its streams: %s', async (_when, blocks) => {
    const { controller } = await enter(gateway, newPrincipal())
    for (const ms of blocks) {
      block(ms)
      expect(gateway.gate.isFresh()).toBe(false)
      await nextTurn()
    }
    await gateway.gate.ensureFresh()
    expect(gateway.gate.isFresh()).toBe(true)
    expect(controller.signal.aborted).toBe(false)
  })

  it('learns of a freeze from that time before anything may leave', async () => {
    const [principal, neighbour] = [newPrincipal(), newPrincipal()]
    const [frozen, foreign] = [await enter(gateway, principal), await enter(gateway, neighbour)]
    // The script is known to Redis, so that the next freeze is one command, which leaves before the loop is busy.
    await stack.writer.freezeUser(newPrincipal(), { reason: 'r', by: 'b' })
    const written = Promise.allSettled([stack.writer.freezeUser(principal, { reason: 'r', by: 'b' })])
    block(1_000)
    expect(gateway.gate.isFresh()).toBe(false)
    await gateway.gate.ensureFresh()
    expect(frozen.controller.signal.reason).toMatchObject({ code: 'session_frozen' })
    expect(foreign.controller.signal.aborted).toBe(false)
    await written
  })

  it('stops them where Redis cannot be reached afterwards', async () => {
    const { stopped } = await enter(gateway, newPrincipal())
    gateway.commands.cut()
    gateway.pushes.cut()
    block(1_000)
    await expect(gateway.gate.ensureFresh()).rejects.toMatchObject({ code: 'dependency_unavailable' })
    expect(await stopped).toMatchObject({ code: 'dependency_unavailable' })
  })
})

describe('a gate', () => {
  it('knows how many gateways hold a lease', async () => {
    await expect.poll(() => gateway.gate.liveGateways(), { timeout: 5_000 }).toBe(1)
    const other = await stack.openGateway()
    await expect.poll(() => [gateway.gate.liveGateways(), other.gate.liveGateways()]).toEqual([2, 2])
    gateway.commands.freeze()
    await expect.poll(() => other.gate.liveGateways(), { timeout: 5_000 }).toBe(1)
    expect(gateway.gate.liveGateways()).toBe(2)
    await other.close()
  })

  it('does not count workers, for which a freeze waits all the same', async () => {
    const worker = await stack.openGateway({ kind: 'worker' })
    await expect.poll(() => [gateway.gate.liveGateways(), worker.gate.liveGateways()]).toEqual([1, 1])
    const order = { reason: 'tried', actor: 'user:carol' }
    const { gateways } = await stack.control.freezeUser({ tenant: 'acme', sub: 'nobody' }, order)
    expect(gateways.acknowledged).toBe(2)
    await worker.close()
  })
})
