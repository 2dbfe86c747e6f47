import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LongBodies } from './long-bodies.ts'

let bodies: LongBodies

beforeEach(() => {
  bodies = new LongBodies()
})
afterEach(() => bodies.close())

const chat = (text: string) => new TextEncoder().encode(JSON.stringify({ messages: [{ role: 'user', content: text }] }))
const caller = (user: string, signal = new AbortController().signal) => ({ user, signal })

const translate = (user: string, text = 'Hello.', signal?: AbortSignal) =>
  bodies.translate('chat-to-messages', 'm', chat(text), caller(user, signal))

describe('long bodies', () => {
  it('are translated', async () => {
    const { bytes } = await translate('alice')
    expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({ messages: [{ content: 'Hello.' }] })
  })

  it('of a user do not wait for all that another one has brought before', async () => {
    const ended: string[] = []
    const note = (user: string) => () => ended.push(user)
    const flood = Array.from({ length: 60 }, () => translate('mallory', 'x'.repeat(100_000)).then(note('mallory')))
    const other = translate('alice').then(note('alice'))
    await Promise.all([...flood, other])
    expect(ended.indexOf('alice')).toBeLessThan(4)
  })

  it('are not kept waiting by bodies of many megabytes', async () => {
    const large = 'x'.repeat(8 * 1_024 * 1_024)
    await Promise.all([translate('alice'), translate('alice', large)])
    const ended: string[] = []
    const others = ['u1', 'u2', 'u3', 'u4'].map((user) => translate(user, large).then(() => ended.push(user)))
    await Promise.all([...others, translate('alice').then(() => ended.push('alice'))])
    expect(ended.indexOf('alice')).toBeLessThan(3)
  })

  it('that nobody waits for any more are not translated', async () => {
    const leaving = new AbortController()
    const first = translate('alice', 'x'.repeat(500_000))
    const second = translate('alice', 'Hello.', leaving.signal)
    leaving.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    await first
  })

  it('are bounded in number, over all users and for each', async () => {
    const refused = new Set<unknown>()
    const flood = Array.from({ length: 400 }, () =>
      translate('mallory').catch((error: { code: unknown }) => refused.add(error.code)),
    )
    await translate('alice')
    await Promise.all(flood)
    expect([...refused]).toEqual(['rate_limit_exceeded'])
  })

  it('are refused where they cannot be said, and the next one is translated', async () => {
    const audio = new TextEncoder().encode(JSON.stringify({ messages: [{ role: 'user', content: 'x' }], audio: {} }))
    const asked = bodies.translate('chat-to-messages', 'm', audio, caller('alice'))
    await expect(asked).rejects.toMatchObject({ code: 'invalid_request' })
    await translate('alice')
  })
})
