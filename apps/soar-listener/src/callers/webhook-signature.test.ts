import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { type CallerKey, type SignedMessage, verifyMessage } from './webhook-signature.ts'

const nowMs = 1_790_000_000_000
const seconds = (offset: number) => String(nowMs / 1_000 + offset)
const secretOf = (byte: number) => Buffer.alloc(32, byte)
const keys: CallerKey[] = [
  { caller: 'xsoar', secret: secretOf(1) },
  { caller: 'xsoar', secret: secretOf(2), notAfterMs: nowMs + 1 },
  { caller: 'xsoar', secret: secretOf(3), notAfterMs: nowMs },
  { caller: 'tines', secret: secretOf(4) },
]

/** Signed by the official library, so that our reading of the specification is not checked by itself. */
function sign(byte: number, changes: Partial<Omit<SignedMessage, 'signature' | 'body'>> = {}, body = '{"a":1}') {
  const { id = 'msg_1', timestamp = seconds(0) } = changes
  const library = new Webhook(secretOf(byte).toString('base64'))
  const signature = library.sign(id, new Date(Number(timestamp) * 1_000), body)
  return { id, timestamp, signature, body: Buffer.from(body) }
}

const codeOf = (message: SignedMessage) => {
  try {
    return verifyMessage(message, keys, nowMs)
  } catch (error) {
    return error
  }
}

describe('verifyMessage', () => {
  it.each([
    ['the first secret', 1, 'xsoar'],
    ['a second one, until its end', 2, 'xsoar'],
    ['the secret of another caller', 4, 'tines'],
  ])('knows a caller by %s', (_which, byte, caller) => {
    expect(codeOf(sign(byte))).toEqual({ caller, id: 'msg_1' })
  })

  it.each([
    ['a secret whose time is over', sign(3)],
    ['an unknown secret', sign(9)],
  ])('refuses %s', (_which, message) => {
    expect(codeOf(message)).toMatchObject({ code: 'signature_invalid' })
  })

  it('takes one right signature among others', () => {
    const { signature, ...message } = sign(1)
    const wrong = sign(9).signature
    for (const header of [
      `${wrong} ${signature}`,
      `v1a,${'A'.repeat(86)}== ${signature}`,
      `v2,x ${signature} ${wrong}`,
    ]) {
      expect(codeOf({ ...message, signature: header })).toEqual({ caller: 'xsoar', id: 'msg_1' })
    }
  })

  it.each([
    [-300, undefined],
    [300, undefined],
    [-301, 'signature_expired'],
    [301, 'signature_expired'],
    [-86_400, 'signature_expired'],
    [86_400 * 365, 'signature_expired'],
  ])('with a timestamp %i seconds off gives %s', (offset, code) => {
    expect(codeOf(sign(1, { timestamp: seconds(offset) }))).toMatchObject(
      code === undefined ? { id: 'msg_1' } : { code },
    )
  })

  it.each([
    ['no id', { id: undefined }, 'webhook-id is missing'],
    ['no timestamp', { timestamp: undefined }, 'webhook-timestamp is missing'],
    ['no signature', { signature: undefined }, 'webhook-signature is missing'],
    ['an empty id', { id: '' }, 'webhook-id'],
    ['an id with a full stop', { id: 'msg.1' }, 'webhook-id'],
    ['two ids, as Node joins them', { id: 'msg_1, msg_2' }, 'webhook-id'],
    ['an id that is too long', { id: 'x'.repeat(257) }, 'webhook-id'],
    ['a timestamp in milliseconds', { timestamp: String(nowMs) }, 'webhook-timestamp'],
    ['a timestamp with a sign', { timestamp: `+${seconds(0)}` }, 'webhook-timestamp'],
    ['a timestamp with digits after it', { timestamp: `${seconds(0)}x` }, 'webhook-timestamp'],
    ['a hexadecimal timestamp', { timestamp: '0x6ab15e80' }, 'webhook-timestamp'],
    ['an empty signature', { signature: '' }, 'webhook-signature'],
    ['a signature without a version', { signature: sign(1).signature.slice(3) }, 'webhook-signature'],
    ['a signature of another version', { signature: sign(1).signature.replace('v1', 'v2') }, 'webhook-signature'],
    ['a signature that is too short', { signature: 'v1,AAAA' }, 'webhook-signature'],
    ['a signature in base64url', { signature: `v1,${'-'.repeat(43)}=` }, 'webhook-signature'],
    ['too many signatures', { signature: `${'v1,x '.repeat(16)}${sign(1).signature}` }, 'signatures are read'],
  ])('refuses %s and says what is wrong', (_what, changes, text) => {
    const message = { ...sign(1), ...changes }
    expect(codeOf(message)).toMatchObject({ code: 'signature_invalid', message: expect.stringContaining(text) })
  })

  it('takes any bytes for a body, and no other bytes for them', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (body, at, mask) => {
          const message = sign(1, {}, body)
          expect(codeOf(message)).toEqual({ caller: 'xsoar', id: 'msg_1' })
          if (message.body.length === 0) return
          const changed = Buffer.from(message.body)
          changed[at % changed.length]! ^= mask
          expect(codeOf({ ...message, body: changed })).toMatchObject({ code: 'signature_invalid' })
        },
      ),
    )
  })

  it.each([
    ['id', { id: 'msg_2' }],
    ['timestamp', { timestamp: seconds(1) }],
    ['signature', { signature: sign(1, {}, '{"a":2}').signature }],
  ])('refuses another %s', (_what, changes) => {
    expect(codeOf({ ...sign(1), ...changes })).toMatchObject({ code: 'signature_invalid' })
  })

  it('knows nobody without keys', () => {
    expect(() => verifyMessage(sign(1), [], nowMs)).toThrow(expect.objectContaining({ code: 'signature_invalid' }))
  })
})
