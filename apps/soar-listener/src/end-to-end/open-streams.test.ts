import { type GatewayProcess, readFrames, startGatewayProcess } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ListenerStack, startListenerStack } from '../testing/test-stack.ts'
import { CAEP_SESSION_REVOKED, RECEIVER, startTransmitter, type TestTransmitter } from '../testing/transmitter.ts'

const ALICE = { sub: 'alice', preferredUsername: 'alice.a', groups: [] }
const BOB = { sub: 'bob', preferredUsername: 'bob.b', groups: [] }

let stack: ListenerStack
let gateways: GatewayProcess[]
/** Not the issuer that the gateways trust with logins. */
let transmitter: TestTransmitter
beforeAll(async () => {
  transmitter = await startTransmitter()
  stack = await startListenerStack(({ issuer }) => ({
    SSF_TRANSMITTERS: JSON.stringify([
      { issuer: transmitter.issuer, audience: RECEIVER, subjects: ['iss_sub'], subjectIssuers: [issuer] },
    ]),
  }))
  const { redis, databaseUrl, oidc } = stack
  const shared = { redisUrl: redis.url, databaseUrl, oidc }
  gateways = await Promise.all([startGatewayProcess(shared), startGatewayProcess(shared)])
}, 300_000)
afterAll(async () => {
  await Promise.all((gateways ?? []).map((gateway) => gateway.stop()))
  await stack?.stop()
  await transmitter?.stop()
})

const push = async (event: string, payload: object) => {
  const subject = { format: 'iss_sub', iss: stack.oidc.issuer, sub: 'alice' }
  return await fetch(`${stack.url}/ssf/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/secevent+jwt' },
    body: await transmitter.sign(event, subject, { claims: { events: { [event]: payload } } }),
  })
}

describe('a signed event of a second issuer', () => {
  it('ends the open streams of its user at every gateway, in both directions, and no others', async () => {
    const [first, second] = gateways
    if (first === undefined || second === undefined) throw new Error('there should be two gateways')
    const hers = [await first.openStream(ALICE), await second.openStream(ALICE)]
    const his = await first.openStream(BOB)
    expect((await push(CAEP_SESSION_REVOKED, { reason_admin: 'phished' })).status).toBe(202)
    for (const { upstream, body, release } of hers) {
      // Before the model goes on: nothing but the freeze can have ended it.
      expect(await upstream.ended).toBe('aborted')
      const read = readFrames(await body)
      expect(read).toMatchObject({ errors: ['session_frozen'], done: false })
      expect(JSON.parse(read.last)).toMatchObject({ error: { code: 'session_frozen', type: 'permission_error' } })
      expect(read.text).not.toContain('four')
      release()
    }
    for (const gateway of gateways) {
      const refused = await gateway.ask(ALICE)
      expect(refused.status).toBe(403)
      expect(refused.headers.get('x-should-retry')).toBe('false')
      expect(await refused.json()).toMatchObject({ error: { code: 'session_frozen' } })
    }
    his.release()
    expect(readFrames(await his.body)).toMatchObject({ text: 'one two three four', errors: [], done: true })
    const record = (await stack.records()).find(({ event }) => event === 'user.frozen')
    expect(record).toMatchObject({
      actor: `ssf:${transmitter.issuer}`,
      details: { sessions: 1, gateways_alive: 2, gateways_acknowledged: 2 },
    })
  })
})
