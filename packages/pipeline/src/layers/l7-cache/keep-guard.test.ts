import { type SensitivityTile, SluiceError, type WireEvent } from '@sluice/contracts'
import { describe, expect, it, vi } from 'vitest'
import { keptKeyOf, openKept } from '../../kept-response.ts'
import type { KeptResponses } from '../../ports/kept-responses.ts'
import { exchangeForTests, keyRingForTests } from '../../testing/exchange-for-tests.ts'
import { KeepGuard } from './keep-guard.ts'

const tile: SensitivityTile = {
  level: 3,
  categories: { PII: 1, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 },
  reidentificationRisk: 0.5,
  flags: [],
  digest: 'd',
}
const id = 'resp_1'
const alice = { tenant: 'acme', sub: 'alice' }
const masked = { kind: 'responses', body: { model: 'm', input: 'Mail EMAIL_ADDRESS_0000000000' } } as const
const begun: WireEvent = { type: 'response.created', response: { id, output: [] } }
const ended: WireEvent = { type: 'response.completed', response: { id, output: [{ type: 'message' }], store: false } }

function setUp(
  request: ConstructorParameters<typeof KeepGuard>[0] = masked,
  keep?: KeptResponses['keep'],
  maxKeptBytes = 10_000,
) {
  const entries = new Map<string, string>()
  const kept: KeptResponses = {
    find: async (key) => entries.get(key),
    keep: keep ?? (async (key, text) => entries.set(key, text).has(key)),
    forget: async (key) => entries.delete(key),
  }
  const exchange = exchangeForTests({ facts: { tile }, request: masked })
  const guard = new KeepGuard(request, exchange, { kept, keyRing: keyRingForTests, maxKeptBytes })
  const open = (owner = alice, responseId = id) => {
    const sealed = entries.get(keptKeyOf(alice, id))
    return sealed === undefined ? undefined : openKept(keyRingForTests, owner, responseId, sealed)
  }
  return { guard, entries, exchange, open }
}

const storeOf = (events: readonly WireEvent[]) => events.map(({ response }) => Reflect.get(Object(response), 'store'))

describe('a response that is kept', () => {
  it('is stored with what was sent before its last event goes on, and says so', async () => {
    const { guard, exchange, open, entries } = setUp()
    expect(storeOf(await guard.take([begun]))).toEqual([true])
    expect(entries.size).toBe(0)
    expect(storeOf(await guard.take([ended]))).toEqual([true])
    const { session } = exchange.origin
    expect(open()).toEqual({
      ...{
        session,
        model: 'm',
        tile,
        names: {},
        shifted: [],
        type: ended.type,
        response: { ...Object(ended.response), store: true },
      },
      input: [{ type: 'message', role: 'user', content: masked.body.input }],
    })
    expect([...entries.values()].join('')).not.toContain('EMAIL_ADDRESS')
  })

  it('opens for its own user and id only', async () => {
    const { guard, open } = setUp()
    await guard.take([ended])
    expect(open({ tenant: 'acme', sub: 'bob' })).toBeUndefined()
    expect(open({ tenant: 'other', sub: 'alice' })).toBeUndefined()
    expect(open(alice, 'resp_2')).toBeUndefined()
    expect(keptKeyOf(alice, id)).not.toBe(keptKeyOf({ tenant: 'acme', sub: 'bob' }, id))
  })

  it('has the marks of what a provider has sealed again, as its caller brought them', async () => {
    const item = (sealed: string) => ({ type: 'reasoning', summary: [], encrypted_content: sealed })
    const seals = {
      fixed: new Set<string>(),
      endpoints: new Set(['e']),
      asSent: { model: 'm', input: [item('marked')] },
    }
    const { guard, open } = setUp({ kind: 'responses', body: { model: 'm', input: [item('bare')] }, seals })
    await guard.take([ended])
    expect(open()?.input).toEqual([item('marked')])
  })

  it('is what a thread has masked, where one did', async () => {
    const bytes = new TextEncoder().encode('{"input":[{"role":"user","content":"long"}],"x":1}')
    const held = { kind: 'responses', body: { model: 'm' }, remote: {} as never, masked: bytes } as const
    const { guard, open } = setUp(held)
    await guard.take([ended])
    expect(open()?.input).toEqual([{ role: 'user', content: 'long' }])
    const sealed = setUp({ ...held, seals: { endpoints: new Set(['e']) } })
    expect(storeOf(await sealed.guard.take([ended]))).toEqual([false])
  })

  it.each([
    ['is longer than the bound', undefined, 100],
    ['finds no room', async () => false, 10_000],
  ] as const)('says that it is not kept where it %s', async (_what, keep, maxKeptBytes) => {
    const { guard, entries } = setUp(masked, keep, maxKeptBytes)
    expect(storeOf(await guard.take([begun, ended]))).toEqual([true, false])
    expect(entries.size).toBe(0)
  })

  it('is not written as JSON where it is far too long', async () => {
    const text = 'x'.repeat(20_000)
    const stringify = vi.spyOn(JSON, 'stringify')
    const { guard, entries } = setUp()
    await guard.take([{ type: 'response.completed', response: { id, output: [{ content: [{ text }] }] } }])
    expect(stringify.mock.results.some(({ value }) => String(value).includes(text))).toBe(false)
    stringify.mockRestore()
    expect(entries.size).toBe(0)
  })

  it('is not kept where it failed', async () => {
    const keep = vi.fn(async () => true)
    await setUp(masked, keep).guard.take([{ type: 'response.failed', response: { id } }])
    expect(keep).not.toHaveBeenCalled()
  })

  it('ends with an error where the store does', async () => {
    const keep = async () => {
      throw new SluiceError('dependency_unavailable')
    }
    await expect(setUp(masked, keep).guard.take([ended])).rejects.toMatchObject({ code: 'dependency_unavailable' })
  })
})
