import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeyRing, type MappingKeys } from './key-ring.ts'
import { openValue, sealValue, sealValueWith } from './sealed-value.ts'
import { FIRST_TIMED_SESSION } from './secure-state-map.ts'
import { deriveToken } from './token.ts'

const ring = createKeyRing(new Map([['k1', new Uint8Array(32).fill(1)]]), 'k1')
const user = { tenant: 'acme', sub: 'alice' }
const scope = { ...user, sessionId: FIRST_TIMED_SESSION, secret: ring.newSessionSecret(user) }
const TOKEN = 'PERSON_0000000000'
const value = { entity: 'PERSON', level: 2, value: 'Alice' } as const
const failed = expect.objectContaining({ code: 'layer_failed' })

describe('a sealed value', () => {
  it.each([
    ['number', { sessionId: scope.sessionId + 1 }],
    ['tenant', { tenant: 'other' }],
    ['user', { sub: 'bob' }],
    ['secret', {}],
  ])('cannot be opened in a session that differs in its %s', (_what, change) => {
    const sealed = sealValue(ring, scope, TOKEN, value)
    expect(openValue(ring, scope, TOKEN, sealed)).toEqual(value)
    const other = { ...scope, ...change }
    const secret = ring.newSessionSecret(other)
    expect(() => openValue(ring, { ...other, secret }, TOKEN, sealed)).toThrow(failed)
  })

  it('cannot be opened under another token', () => {
    expect(() => openValue(ring, scope, 'PERSON_1111111111', sealValue(ring, scope, TOKEN, value))).toThrow(failed)
  })

  it('cannot be opened once any letter of it was changed, left out or added', () => {
    const sealed = sealValue(ring, scope, TOKEN, value)
    const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.')
    fc.assert(
      fc.property(fc.nat(sealed.length), fc.constantFrom(0, 1), letter, fc.boolean(), (at, length, other, cuts) => {
        const changed = sealed.slice(0, at) + (cuts ? '' : other + sealed.slice(at + length))
        fc.pre(changed !== sealed)
        expect(() => openValue(ring, scope, TOKEN, changed)).toThrow(failed)
      }),
      { numRuns: 1_000 },
    )
  })

  it('cannot be opened in the place of another one, whatever the two are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        fc.pre(one !== other)
        const { tokenKey } = ring.mappingKeys(scope)
        const [first, second] = [deriveToken(tokenKey, 'PERSON', one), deriveToken(tokenKey, 'PERSON', other)]
        const sealed = sealValue(ring, scope, first, { ...value, value: one })
        expect(() => openValue(ring, scope, second, sealed)).toThrow(failed)
      }),
    )
  })

  it('has another token in every session', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(1_000_000), fc.boolean(), (text, distance, isLater) => {
        const sessionId = FIRST_TIMED_SESSION + (isLater ? 1 + distance : 0)
        const other = { ...scope, sessionId, secret: isLater ? scope.secret : ring.newSessionSecret(user) }
        const tokens = [scope, other].map((each) => deriveToken(ring.mappingKeys(each).tokenKey, 'PERSON', text))
        expect(tokens[0]).not.toBe(tokens[1])
      }),
    )
  })

  it('is opened after a rotation of the data keys', () => {
    const keys = new Map([['k1', new Uint8Array(32).fill(1)]])
    const rotated = createKeyRing(keys.set('k2', new Uint8Array(32).fill(2)), 'k2')
    expect(openValue(rotated, scope, TOKEN, sealValue(ring, scope, TOKEN, value))).toEqual(value)
    expect(openValue(rotated, scope, TOKEN, sealValue(rotated, scope, TOKEN, value))).toEqual(value)
  })

  it.each([
    ['is opened in a session that was counted', 7, true],
    ['is not opened in a session numbered by the time', FIRST_TIMED_SESSION, false],
  ])('that was sealed before sessions had a secret %s', (_what, sessionId, opens) => {
    const sealed = ring.seal({ purpose: 'state-map', tenant: 'acme', sessionId }, '[2,"Alice"]', TOKEN)
    const open = () => openValue(ring, { ...scope, sessionId }, TOKEN, sealed)
    if (opens) expect(open()).toEqual(value)
    else expect(open).toThrow(failed)
  })
})

/** What another thread gets of a message. */
function posted(message: MappingKeys): MappingKeys {
  const { port1, port2 } = new MessageChannel()
  port1.postMessage(message)
  const received: MappingKeys = receiveMessageOnPort(port2)?.message
  port1.close()
  return received
}

describe('the keys of a mapping', () => {
  it('make the same tokens, and seal, in another thread', () => {
    const keys = ring.mappingKeys(scope)
    const there = posted(keys)
    const token = deriveToken(there.tokenKey, 'PERSON', 'Alice')
    expect(token).toBe(deriveToken(keys.tokenKey, 'PERSON', 'Alice'))
    expect(openValue(ring, scope, token, sealValueWith(there, token, value))).toEqual(value)
  })
})
