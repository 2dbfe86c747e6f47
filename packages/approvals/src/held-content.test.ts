import { createKeyRing } from '@sluice/token-vault'
import { describe, expect, it } from 'vitest'
import {
  digestOfOrder,
  digestOfRequest,
  type HeldRequest,
  openAnswer,
  openRequest,
  sealAnswer,
  sealRequest,
} from './held-content.ts'
import { approvalForTests } from './testing/approval-for-tests.ts'

const keyRing = createKeyRing(new Map([['k1', new Uint8Array(32).fill(7)]]), 'k1')
const body = '{"messages":[{"content":"Pay 500 to Jane","role":"user"}],"model":"gpt-test"}'
const approval = { ...approvalForTests(), requestDigest: digestOfRequest(keyRing, approvalForTests(), body) }
const held: HeldRequest = {
  requestId: 'request-1',
  principal: { tenant: 'acme', sub: 'alice', username: 'alice', groups: [], roles: [], departments: [], client: 'app' },
  kind: 'responses',
  sessionSecret: 'sealed secret',
  body,
  masked: '{}',
  values: [['token', 'sealed value']],
}

describe('a held request', () => {
  it('opens for its approval', () => {
    expect(openRequest(keyRing, approval, sealRequest(keyRing, approval, held))).toEqual(held)
    const { kind: _, ...older } = held
    const sealed = sealRequest(keyRing, approval, older as HeldRequest)
    expect(openRequest(keyRing, approval, sealed).kind).toBe('chat')
  })

  it('holds nothing that can be read', () => {
    const sealed = sealRequest(keyRing, approval, held)
    expect(sealed).not.toContain('Jane')
    expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('Jane')
  })

  it.each([
    ['another tenant', { tenant: 'other' }],
    ['another approval', { id: '0b5f0a52-5d1c-4a43-9a55-3a8d1f1b2c02' }],
    ['another user', { sub: 'bob' }],
    ['another session', { sessionId: 8 }],
    ['another digest', { requestDigest: 'other' }],
  ])('does not open for %s', (_, changes) => {
    const sealed = sealRequest(keyRing, approval, held)
    expect(() => openRequest(keyRing, { ...approval, ...changes }, sealed)).toThrow()
  })

  it('does not open as an answer', () => {
    expect(() => openAnswer(keyRing, approval, sealRequest(keyRing, approval, held))).toThrow()
    expect(openAnswer(keyRing, approval, sealAnswer(keyRing, approval, 'answer'))).toBe('answer')
  })
})

describe('the digest of a request', () => {
  it('differs with user, session, tenant and text', () => {
    const of = (changes: object, text = body) => digestOfRequest(keyRing, { ...approvalForTests(), ...changes }, text)
    const digests = [of({}), of({ sub: 'bob' }), of({ sessionId: 8 }), of({ tenant: 'x' }), of({}, `${body} `)]
    expect(new Set(digests).size).toBe(digests.length)
    expect(of({})).toBe(of({ id: 'another' }))
  })
})

describe('the digest of an order', () => {
  it('differs with user, session, tenant, action and words', () => {
    const { subject } = approvalForTests()
    const of = (owner: object, action: object = {}, order = 'order') =>
      digestOfOrder(keyRing, { ...approvalForTests(), ...owner }, { ...subject, ...action }, order)
    const owners = [of({}), of({ sub: 'bob' }), of({ sessionId: 8 }), of({ tenant: 'x' })]
    const digests = [...owners, of({}, { category: 'G' }), of({}, { rule: 'other' }), of({}, {}, 'other')]
    expect(new Set(digests).size).toBe(digests.length)
    expect(of({})).toBe(of({ id: 'another', requestDigest: 'another' }))
    expect(of({}, {}, body)).not.toBe(digestOfRequest(keyRing, approvalForTests(), body))
  })
})
