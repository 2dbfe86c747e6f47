import type { ModelEndpoint } from '@sluice/pipeline'
import { describe, expect, it, type Mock, vi } from 'vitest'
import { EndpointRegistry, type EndpointSet, type RegisteredEndpoint } from './endpoint-registry.ts'

const endpoint = (name: string, permittedLevel: 0 | 3 | 7 = 7): ModelEndpoint => ({
  name,
  permittedLevel,
  models: { chat: ['m'], embeddings: [] },
  ask: () => Promise.reject(new Error('nobody asks here')),
})

function setOf(...endpoints: RegisteredEndpoint[]): EndpointSet & { readonly onUnused: Mock<() => void> } {
  return { endpoints, onUnused: vi.fn<() => void>() }
}

describe('the endpoints of a gateway', () => {
  it('are those of the last reading, and a request keeps those that it began with until it ends', () => {
    const first = setOf({ endpoint: endpoint('a') })
    const registry = new EndpointRegistry(first)
    const held = registry.hold('t')
    const other = registry.hold('t')
    registry.replace(setOf({ endpoint: endpoint('b') }))
    expect(held.snapshot.endpoints.map(({ name }) => name)).toEqual(['a'])
    expect(registry.current('t').endpoints.map(({ name }) => name)).toEqual(['b'])
    held.release()
    held.release()
    expect(first.onUnused).not.toHaveBeenCalled()
    other.release()
    expect(first.onUnused).toHaveBeenCalledTimes(1)
  })

  it('are closed at once where no request has them, and not while they are in force', () => {
    const first = setOf({ endpoint: endpoint('a') })
    const registry = new EndpointRegistry(first)
    registry.hold('t').release()
    expect(first.onUnused).not.toHaveBeenCalled()
    registry.replace(setOf({ endpoint: endpoint('b') }))
    expect(first.onUnused).toHaveBeenCalledTimes(1)
  })

  it('are a tenant’s own where it has a key, and nothing of them shows to another tenant', () => {
    const shared = endpoint('shared')
    const [own, only] = [endpoint('shared'), endpoint('only')]
    const registry = new EndpointRegistry(
      setOf({ endpoint: shared }, { endpoint: own, tenant: 'acme' }, { endpoint: only, tenant: 'acme' }),
    )
    expect(registry.current('acme').endpoints).toEqual([own, only])
    expect(registry.current('acme').endpoints[0]).toBe(own)
    expect(registry.current('other').endpoints).toEqual([shared])
    expect(registry.current('other').endpoints[0]).toBe(shared)
    expect(registry.current('other').registry.text).not.toContain('only')
  })

  it('have a digest that changes with what policies see, and with nothing else', () => {
    const digestOf = (one: ModelEndpoint) => new EndpointRegistry(setOf({ endpoint: one })).current('t').registry.digest
    const digest = digestOf(endpoint('a'))
    expect(digestOf({ ...endpoint('a'), weight: 2, priority: 4 })).toBe(digest)
    for (const changed of [
      endpoint('b'),
      endpoint('a', 3),
      { ...endpoint('a'), region: 'eu' },
      { ...endpoint('a'), aliases: { n: 'm' } },
    ])
      expect(digestOf(changed)).not.toBe(digest)
  })
})
