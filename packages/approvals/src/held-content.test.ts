import { canonicalJson } from '@sluice/contracts'
import { createKeyRing } from '@sluice/token-vault'
import { describe, expect, it } from 'vitest'
import {
  digestOfOrder,
  digestOfRequest,
  type HeldRequest,
  openAnswer,
  openRequest,
  openRequestHead,
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
  it('opens for its approval', async () => {
    expect(openRequest(keyRing, approval, await sealRequest(keyRing, approval, held))).toEqual(held)
    const { kind: _, ...older } = held
    const sealed = await sealRequest(keyRing, approval, older as HeldRequest)
    expect(openRequest(keyRing, approval, sealed).kind).toBe('chat')
  })

  it('holds the answer that waits, for approvers', async () => {
    const answered = { ...held, maskedAnswer: '{"messages":[]}' }
    const sealed = await sealRequest(keyRing, approval, answered)
    expect(openRequest(keyRing, approval, sealed)).toEqual(answered)
    // It is bound to its place: no other part can stand there.
    const parts = sealed.split(' ')
    expect(() => openRequest(keyRing, approval, [...parts.slice(0, 4), parts[3]].join(' '))).toThrow()
  })

  it('holds nothing that can be read', async () => {
    const sealed = await sealRequest(keyRing, approval, held)
    expect(sealed).not.toContain('Jane')
    expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('Jane')
  })

  it.each([
    ['another tenant', { tenant: 'other' }],
    ['another approval', { id: '0b5f0a52-5d1c-4a43-9a55-3a8d1f1b2c02' }],
    ['another user', { sub: 'bob' }],
    ['another session', { sessionId: 8 }],
    ['another digest', { requestDigest: 'other' }],
  ])('does not open for %s', async (_, changes) => {
    const sealed = await sealRequest(keyRing, approval, held)
    expect(() => openRequest(keyRing, { ...approval, ...changes }, sealed)).toThrow()
  })

  it('shows its head without the rest, to its own approval only', async () => {
    const sealed = await sealRequest(keyRing, approval, held)
    const head = sealed.slice(0, sealed.indexOf(' ') + 1)
    expect(openRequestHead(keyRing, approval, head)).toEqual({ kind: 'responses', sessionSecret: 'sealed secret' })
    expect(() => openRequestHead(keyRing, { ...approval, sub: 'bob' }, head)).toThrow()
  })

  it('does not open where its parts have changed places, or one is missing', async () => {
    const [head, text, masked, values] = (await sealRequest(keyRing, approval, held)).split(' ')
    for (const parts of [[head, masked, text, values], [text, head, masked, values], [head, text, masked], [head]]) {
      expect(() => openRequest(keyRing, approval, parts.join(' '))).toThrow()
    }
  })

  it('opens where an earlier version has sealed it in one piece', () => {
    const { tenant, id, sub, sessionId } = approval
    const bound = canonicalJson(['request', tenant, id, sub, sessionId])
    const sealed = keyRing.seal({ purpose: 'approval', tenant }, JSON.stringify(held), bound)
    expect(openRequest(keyRing, approval, sealed)).toEqual(held)
    expect(openRequestHead(keyRing, approval, sealed).kind).toBe('responses')
  })

  it('is sealed a part at a time, each in its turn', async () => {
    const turns: number[] = []
    await sealRequest(keyRing, approval, held, (characters) => {
      turns.push(characters)
    })
    expect(turns).toEqual([0, held.body.length, held.masked.length, 120])
  })

  it('does not open as an answer', async () => {
    const sealed = await sealRequest(keyRing, approval, held)
    expect(() => openAnswer(keyRing, approval, sealed)).toThrow()
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
