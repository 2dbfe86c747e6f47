import { createHmac } from 'node:crypto'
import { SluiceError } from '@sluice/contracts'
import { fuzz } from '@sluice/testkit/fuzz'
import fc from 'fast-check'
import { expect } from 'vitest'
import { commandSchema } from '../commands/command.ts'
import { readIdempotencyKey } from '../commands/idempotency.ts'
import { type CallerKey, type SignedMessage, verifyMessage } from './webhook-signature.ts'

const NOW_MS = 1_790_000_000_000
const KEYS: readonly CallerKey[] = [
  { caller: 'xsoar', secret: Buffer.alloc(32, 1) },
  { caller: 'tines', secret: Buffer.alloc(32, 2) },
  { caller: 'old', secret: Buffer.alloc(32, 3), notAfterMs: NOW_MS },
]

function signatureOf(
  secret: Buffer,
  { id, timestamp, body }: Pick<SignedMessage, 'id' | 'timestamp' | 'body'>,
): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}

const id = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_!~'), minLength: 1, maxLength: 20 })
const offset = fc.integer({ min: -400, max: 400 })
const body = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes))
const signed = fc
  .record({ id, offset, body, key: fc.nat(2) })
  .map(({ id: name, offset: seconds, body: bytes, key }) => {
    const message = { id: name, timestamp: String(NOW_MS / 1_000 + seconds), body: bytes }
    return { ...message, key, seconds, signature: signatureOf(KEYS[key]?.secret ?? Buffer.alloc(0), message) }
  })

const junk = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    ' ',
    '.',
    ',',
    'v1,',
    'v1, ',
    'v2,AAAA',
    '0',
    '-1',
    '1e9',
    '9'.repeat(13),
    '\u0661',
    '\n',
    ' v1,'.repeat(40),
  ),
)
type Change = (message: SignedMessage) => SignedMessage
const splice = fc.tuple(fc.nat(), fc.nat(2), junk)
const put = (text: string, [at, removed, more]: readonly [number, number, string]) => {
  const place = at % (text.length + 1)
  return text.slice(0, place) + more + text.slice(place + removed)
}
const change: fc.Arbitrary<Change> = fc.oneof(
  splice.map(
    (how): Change =>
      (message) => ({ ...message, id: put(message.id ?? '', how) }),
  ),
  splice.map(
    (how): Change =>
      (message) => ({ ...message, timestamp: put(message.timestamp ?? '', how) }),
  ),
  splice.map(
    (how): Change =>
      (message) => ({ ...message, signature: put(message.signature ?? '', how) }),
  ),
  splice.map(
    (how): Change =>
      (message) => ({ ...message, body: Buffer.from(put(message.body.toString('latin1'), how), 'latin1') }),
  ),
  // What is signed stays the same text where a part moves over a full stop.
  fc.nat().map(
    (at): Change =>
      (message) => {
        const text = `${message.id}.${message.timestamp}.${message.body.toString('latin1')}`
        const dots = [...text].flatMap((each, index) => (each === '.' ? [index] : []))
        const first = dots[at % dots.length] ?? 0
        const rest = text.slice(first + 1)
        const second = rest.indexOf('.')
        return {
          ...message,
          id: text.slice(0, first),
          timestamp: rest.slice(0, Math.max(0, second)),
          body: Buffer.from(rest.slice(second + 1), 'latin1'),
        }
      },
  ),
  fc.constantFrom('id', 'timestamp', 'signature').map(
    (name): Change =>
      (message) => ({ ...message, [name]: undefined }),
  ),
)

function outcomeOf(message: SignedMessage): string {
  try {
    return verifyMessage(message, KEYS, NOW_MS).caller
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error
    return error.code
  }
}

const members = fc.dictionary(
  fc.constantFrom(
    'command',
    'user',
    'session_id',
    'tenant',
    'incident_id',
    'reason',
    'idempotency_key',
    'force',
    '__proto__',
  ),
  fc.oneof(
    fc.constantFrom(
      'freeze_user',
      'freeze_session',
      'unfreeze_user',
      'freeze',
      { sub: 'ann' },
      { email: 'a@b.test' },
      {},
    ),
    fc.constantFrom<unknown>(
      { sub: 'a', email: 'b' },
      1,
      0,
      -1,
      1.5,
      Number.POSITIVE_INFINITY,
      true,
      null,
      '',
      ' ',
      'a\u0000',
      'x'.repeat(2_000),
      'why',
      '\ud800',
    ),
    fc.jsonValue({ maxDepth: 2 }),
  ),
)

fuzz('SOAR signatures', {
  'hold for what was signed, within five minutes, with a key that is valid': {
    property: fc.property(signed, (message) => {
      const inTime = Math.abs(message.seconds) <= 300
      const expected = inTime ? (['xsoar', 'tines', 'signature_invalid'][message.key] ?? '') : 'signature_expired'
      expect(outcomeOf(message)).toBe(expected)
    }),
    runs: 300,
  },
  'do not hold for anything else': {
    property: fc.property(signed, fc.array(change, { minLength: 1, maxLength: 3 }), (message, changes) => {
      const changed = changes.reduce<SignedMessage>((rest, each) => each(rest), message)
      const outcome = outcomeOf(changed)
      expect(['xsoar', 'tines', 'signature_invalid', 'signature_expired']).toContain(outcome)
      const same =
        changed.id === message.id && changed.timestamp === message.timestamp && changed.body.equals(message.body)
      if (!same) expect(['signature_invalid', 'signature_expired']).toContain(outcome)
    }),
    runs: 500,
  },
})

fuzz('SOAR commands', {
  'name one user or one session, or are refused': {
    property: fc.property(members, fc.option(junk, { nil: undefined }), (written, header) => {
      const command = commandSchema.safeParse(JSON.parse(JSON.stringify(written)))
      if (!command.success) return
      const { data } = command
      if (data.user !== undefined) {
        const names = Object.values(data.user).filter((value) => value !== undefined)
        expect(names).toHaveLength(1)
        expect(names.every((value) => value.isWellFormed() && !/\p{Cc}/u.test(value))).toBe(true)
      } else expect(data.command).toBe('freeze_session')
      try {
        const key = readIdempotencyKey(data, header)
        if (key !== undefined) expect(key).toMatch(/^[!-~]{1,255}$/)
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_request' })
      }
    }),
    runs: 500,
  },
})
