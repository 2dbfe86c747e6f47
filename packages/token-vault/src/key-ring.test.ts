import { SluiceError } from '@sluice/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeyRing, type KeyScope } from './key-ring.ts'
import type { SessionScope } from './secure-state-map.ts'

const key = (fill: number) => new Uint8Array(32).fill(fill)
const scope: KeyScope = { purpose: 'state-map', tenant: 'acme', sessionId: 7 }
const ring = createKeyRing(new Map([['k1', key(1)]]), 'k1')
const scopeOf = (tenant: string, sub: string, sessionId: number): SessionScope => ({
  ...{ tenant, sub, sessionId },
  secret: ring.newSessionSecret({ tenant, sub }),
})

describe('createKeyRing', () => {
  it('opens what it sealed, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, aad) => {
        expect(ring.open(scope, ring.seal(scope, text, aad), aad)).toBe(text)
      }),
    )
  })

  it('names the key and never seals twice alike', () => {
    const sealed = Array.from({ length: 1_000 }, () => ring.seal(scope, 'x', 'a'))
    for (const text of sealed) expect(text).toMatch(/^k1\.[\w-]{16}\.[\w-]{2}\.[\w-]{22}$/)
    expect(new Set(sealed.map((text) => text.split('.')[1])).size).toBe(sealed.length)
  })

  it.each<[string, Partial<KeyScope>, string]>([
    ['another session', { sessionId: 8 }, 'a'],
    ['another tenant', { tenant: 'other' }, 'a'],
    ['another purpose', { purpose: 'cache' }, 'a'],
    ['another aad', {}, 'b'],
  ])('does not open for %s', (_name, change, aad) => {
    const sealed = ring.seal(scope, 'secret text', 'a')
    expect(() => ring.open({ ...scope, ...change }, sealed, aad)).toThrow(
      expect.objectContaining({ code: 'layer_failed' }),
    )
  })

  it('refuses every single changed character, and says nothing of the content', () => {
    const sealed = ring.seal(scope, 'secret text', 'a')
    for (let at = 0; at < sealed.length; at++) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
      // The last character of base64url may have spare bits; a change there decodes to the same bytes.
      const same = changed.split('.').every((part, index) => {
        const original = sealed.split('.')[index]!
        return index === 0
          ? part === original
          : Buffer.from(part, 'base64url').equals(Buffer.from(original, 'base64url'))
      })
      if (same) continue
      const failure = catchError(() => ring.open(scope, changed, 'a'))
      expect(failure).toBeInstanceOf(SluiceError)
      expect(String(failure)).not.toContain('secret')
    }
  })

  it.each(['', 'k1', 'k1.AAAA.AAAA.AAAA', 'k1..', `k1.${'A'.repeat(16)}.AA.${'A'.repeat(5)}`, 'x'.repeat(10_000)])(
    'refuses %j, which is no sealed text',
    (text) => {
      expect(() => ring.open(scope, text, 'a')).toThrow(expect.objectContaining({ code: 'layer_failed' }))
    },
  )

  it('opens old texts after a rotation, until their key is dropped', () => {
    const sealed = ring.seal(scope, 'old', 'a')
    const rotated = createKeyRing(
      new Map([
        ['k1', key(1)],
        ['k2', key(2)],
      ]),
      'k2',
    )
    expect(rotated.open(scope, sealed, 'a')).toBe('old')
    expect(rotated.seal(scope, 'new', 'a')).toMatch(/^k2\./)
    const dropped = createKeyRing(new Map([['k2', key(2)]]), 'k2')
    expect(() => dropped.open(scope, sealed, 'a')).toThrow(expect.objectContaining({ code: 'layer_failed' }))
  })

  it('keeps the token key through a rotation, and never shares it between sessions or tenants', () => {
    const rotated = createKeyRing(
      new Map([
        ['k1', key(1)],
        ['k2', key(2)],
      ]),
      'k2',
    )
    const bytes = (from: typeof ring, of: SessionScope) => from.mappingKeys(of).tokenKey.export().toString('hex')
    const session = scopeOf('acme', 'alice', 7)
    expect(bytes(rotated, session)).toBe(bytes(ring, session))
    const all = [
      session,
      { ...session, sessionId: 8 },
      { ...session, secret: ring.newSessionSecret(session) },
      scopeOf('acme', 'bob', 7),
      scopeOf('acme,7', 'alice', 7),
    ]
    expect(new Set(all.map((one) => bytes(ring, one))).size).toBe(all.length)
  })

  it.each([
    ['another user', { sub: 'bob' }],
    ['another tenant', { tenant: 'other' }],
    ['no secret', { secret: '' }],
    ['a text that was sealed for something else', { secret: ring.seal(scope, 'x', '["acme","alice"]') }],
  ])('gives no keys for the secret of a session and %s', (_what, change) => {
    const session = { ...scopeOf('acme', 'alice', 7), ...change }
    expect(() => ring.mappingKeys(session)).toThrow(expect.objectContaining({ code: 'layer_failed' }))
  })

  it.each<[string, ReadonlyMap<string, Uint8Array>, string]>([
    ['no keys', new Map(), 'k1'],
    ['a current key that is not there', new Map([['k1', key(1)]]), 'k2'],
    ['a short key', new Map([['k1', new Uint8Array(16)]]), 'k1'],
    ['an id with a dot', new Map([['k.1', key(1)]]), 'k.1'],
  ])('is not made from %s', (_name, keys, current) => {
    expect(() => createKeyRing(keys, current)).toThrow()
  })
})

function catchError(work: () => unknown): unknown {
  try {
    work()
    return undefined
  } catch (error) {
    return error
  }
}

describe('keys of sessions', () => {
  const session = { tenant: 'acme', sub: 'alice', sessionId: 1_795_864_389_864_001 }
  const keyed = (...ids: readonly number[]) =>
    createKeyRing(new Map(ids.map((id) => [`k${id}`, key(id)])), `k${ids.at(-1)}`, { sessionKeys: true })
  const approval: KeyScope = { purpose: 'approval', tenant: 'acme', session }

  it('are needed for the mapping of a session that began with one', () => {
    const one = keyed(1)
    const of = { ...session, secret: one.newSessionSecret(session) }
    expect(() => one.mappingKeys(of)).toThrow(expect.objectContaining({ code: 'layer_failed' }))
    const sealedKey = one.newSessionKey(session)
    one.useSessionKey(session, sealedKey)
    const { tokenKey } = one.mappingKeys(of)
    one.forgetSessionKey(session)
    expect(one.hasSessionKey(session)).toBe(false)
    expect(() => one.mappingKeys(of)).toThrow(expect.objectContaining({ code: 'layer_failed' }))
    one.useSessionKey(session, one.newSessionKey(session))
    expect(one.mappingKeys(of).tokenKey.equals(tokenKey)).toBe(false)
    one.forgetSessionKey(session)
    one.useSessionKey(session, sealedKey)
    expect(one.mappingKeys(of).tokenKey.equals(tokenKey)).toBe(true)
  })

  it('are needed for what is sealed for a session, under a data key of before as well', () => {
    const before = keyed(1)
    const sealedKey = before.newSessionKey(session)
    before.useSessionKey(session, sealedKey)
    const sealed = before.seal(approval, 'a text', 'aad')
    expect(sealed).toMatch(/^~k1\./)
    const after = keyed(1, 2)
    expect(() => after.open(approval, sealed, 'aad')).toThrow(expect.objectContaining({ code: 'layer_failed' }))
    after.useSessionKey(session, sealedKey)
    expect(after.open(approval, sealed, 'aad')).toBe('a text')
    for (const changed of [sealed.slice(1), `~${sealed}`]) {
      expect(() => after.open(approval, changed, 'aad')).toThrow(expect.objectContaining({ code: 'layer_failed' }))
    }
    const { session: _, ...without } = approval
    expect(() => after.open(without, sealed, 'aad')).toThrow(expect.objectContaining({ code: 'layer_failed' }))
  })

  it('open what was sealed before there were any', () => {
    const old = createKeyRing(new Map([['k1', key(1)]]), 'k1')
    const of = { ...session, secret: old.newSessionSecret(session) }
    const now = keyed(1)
    expect(now.mappingKeys(of).tokenKey.equals(old.mappingKeys(of).tokenKey)).toBe(true)
    expect(now.open(approval, old.seal(approval, 'a text', 'aad'), 'aad')).toBe('a text')
  })

  it.each([
    ['another user', { sub: 'bob' }],
    ['another tenant', { tenant: 'other' }],
    ['another session', { sessionId: 2 }],
  ])('are of no use to %s', (_name, change) => {
    const one = keyed(1)
    expect(() => one.useSessionKey({ ...session, ...change }, one.newSessionKey(session))).toThrow(SluiceError)
  })
})
