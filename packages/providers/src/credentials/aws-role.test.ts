import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ask, asked, failureFrom, nowMs, readAll, useStubServer } from '../../fixtures/endpoints.ts'
import { optionsOf } from '../../fixtures/kinds.ts'
import type { EndpointOptions } from '../endpoint-options.ts'
import { awsRole } from './aws-role.ts'
import { isContainerAddress } from './container-address.ts'

/*
 * A stub of AWS STS and of the hosts that give containers their credentials, written from
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html and
 * https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html, read in November 2026.
 */

const { stub, open } = await useStubServer()

interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly form: URLSearchParams
}
type Reply = (response: ServerResponse, number: number) => void

let now = nowMs
const clock = { nowMs: () => now, monotonicMs: () => now }
const endOf = (seconds: number) => new Date(now + seconds * 1000).toISOString()
const keyOf = (number: number) => `ASIAEXAMPLE${String(number).padStart(9, '0')}`
const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'

const fromSts = (lives = 3_600): Reply => {
  return (response, number) =>
    response.end(`<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <AssumeRoleWithWebIdentityResult>
    <SubjectFromWebIdentityToken>system:serviceaccount:sluice:gateway</SubjectFromWebIdentityToken>
    <AssumedRoleUser><Arn>arn:aws:sts::1:assumed-role/models/sluice</Arn></AssumedRoleUser>
    <Credentials>
      <SessionToken>token/${number}==</SessionToken>
      <SecretAccessKey>${SECRET}</SecretAccessKey>
      <Expiration>${endOf(lives)}</Expiration>
      <AccessKeyId>${keyOf(number)}</AccessKeyId>
    </Credentials>
  </AssumeRoleWithWebIdentityResult>
</AssumeRoleWithWebIdentityResponse>`)
}
const fromHost = (lives = 3_600, changes: object = {}): Reply => {
  return (response, number) =>
    response.end(
      JSON.stringify({
        ...{ AccessKeyId: keyOf(number), SecretAccessKey: SECRET, Token: `token/${number}==` },
        ...{ Expiration: endOf(lives), RoleArn: 'arn:aws:iam::1:role/models', ...changes },
      }),
    )
}

let reply: Reply = fromSts()
const received: Received[] = []
const server = createServer(async (request: IncomingMessage, response) => {
  let text = ''
  for await (const part of request) text += String(part)
  const { method = '', url = '', headers } = request
  received.push({ method, path: url, headers, form: new URLSearchParams(text) })
  reply(response, received.length)
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
const folder = mkdtempSync(join(tmpdir(), 'role-'))
const tokenFile = join(folder, 'token')
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  now = nowMs
  received.length = 0
  writeFileSync(tokenFile, 'token-of-the-account\n')
})

const region = 'eu-central-1'
const webIdentity = { roleArn: 'arn:aws:iam::1:role/models', tokenFile, endpoint: `${url}/` }
const container = { fullUri: `${url}/v1/credentials`, authorizationTokenFile: tokenFile }
const { apiKey: _, ...bedrock } = optionsOf('bedrock', stub)

describe('a role by the token of a service account', () => {
  beforeEach(() => {
    reply = fromSts()
  })

  it('is assumed at STS, and signs what is sent to Bedrock', async () => {
    stub.respondWith('ok')
    const endpoint = open({ ...bedrock, clock, aws: { region, webIdentity } })
    await readAll(await ask(endpoint, asked))
    await readAll(await ask(endpoint, asked))
    expect(received.map(({ method, path }) => [method, path])).toEqual([['POST', '/']])
    expect(Object.fromEntries(received[0]?.form ?? [])).toEqual({
      ...{ Action: 'AssumeRoleWithWebIdentity', Version: '2011-06-15', RoleArn: webIdentity.roleArn },
      ...{ RoleSessionName: 'sluice', WebIdentityToken: 'token-of-the-account' },
    })
    for (const { headers } of stub.requests) {
      expect(headers['x-amz-security-token']).toBe('token/1==')
      expect(headers.authorization).toContain(`Credential=${keyOf(1)}/20260101/${region}/bedrock/aws4_request`)
    }
  })

  it('is assumed by the token that stands in the file then', async () => {
    const role = awsRole({ region, webIdentity }, clock)
    await role.get()
    writeFileSync(tokenFile, 'the-next-token')
    now += 3_600_000
    expect(await role.get()).toMatchObject({ sessionToken: 'token/2==' })
    expect(received.at(-1)?.form.get('WebIdentityToken')).toBe('the-next-token')
  })
})

describe('a role of a container', () => {
  beforeEach(() => {
    reply = fromHost()
  })

  it('is given out by the host, who is shown the token of the file', async () => {
    stub.respondWith('ok')
    await readAll(await ask(open({ ...bedrock, clock, aws: { region, container } }), asked))
    expect(received).toMatchObject([
      { method: 'GET', path: '/v1/credentials', headers: { authorization: 'token-of-the-account' } },
    ])
    expect(stub.lastRequest().headers['x-amz-security-token']).toBe('token/1==')
  })

  it('is asked for only where nobody else listens', () => {
    const good = ['https://a.example/x', 'http://localhost:80/', 'http://[::1]/', 'http://169.254.170.2/v2/1']
    for (const one of [...good, 'http://169.254.170.23/v1/credentials', 'http://[fd00:ec2::23]/v1']) {
      expect([one, isContainerAddress(one)]).toEqual([one, true])
    }
    const bad = ['http://169.254.169.254/', 'http://a.example/', 'http://localhost.a.example/', 'ftp://localhost/']
    for (const one of [...bad, 'https://user:pass@a.example/', 'http://127.0.0.1@a.example/', 'nothing', '']) {
      expect([one, isContainerAddress(one)]).toEqual([one, false])
    }
  })

  it('is not asked for elsewhere', async () => {
    const elsewhere = { fullUri: 'http://192.0.2.1/' }
    await expect(awsRole({ container: elsewhere }, clock).get()).rejects.toThrow('No credentials of the role')
  })
})

describe('the credentials of a role', () => {
  const role = () => awsRole({ container }, clock)
  beforeEach(() => {
    reply = fromHost()
  })

  it('are fetched once for all who wait', async () => {
    const one = role()
    const all = await Promise.all([one.get(), one.get(), one.get()])
    expect(new Set(all.map(({ accessKeyId }) => accessKeyId))).toEqual(new Set([keyOf(1)]))
    expect(received).toHaveLength(1)
  })

  it('are replaced five minutes before they end, while the old ones serve, and serve to their end', async () => {
    const one = role()
    await one.get()
    now = nowMs + 3_299_000
    expect((await one.get()).sessionToken).toBe('token/1==')
    expect(received).toHaveLength(1)
    reply = (response) => response.writeHead(500).end(SECRET)
    now = nowMs + 3_301_000
    expect((await one.get()).sessionToken).toBe('token/1==')
    await expect.poll(() => received.length).toBe(2)
    reply = fromHost()
    await expect.poll(async () => (await one.get()).sessionToken).toMatch(/^token\/[3-9]==$/)
    reply = (response) => response.writeHead(500).end(SECRET)
    now += 3_600_000
    await expect(one.get()).rejects.toThrow(/^No credentials of the role were given\.$/)
  })

  it('are asked for anew once Amazon has refused them, at most once a minute', async () => {
    const endpoint = open({ ...bedrock, clock, aws: { region, container } })
    stub.respondWith({ fault: { type: 'status', status: 403 } })
    const refused = async () => expect(await failureFrom(ask(endpoint, asked))).toMatchObject({ status: 403 })
    await refused()
    await refused()
    expect(received).toHaveLength(1)
    now += 60_000
    await refused()
    await refused()
    expect(received).toHaveLength(2)
  })

  it.each<[string, Reply]>([
    ['an error', (response) => response.writeHead(403).end(`{"AccessKeyId":"${SECRET}"}`)],
    ['a redirect', (response) => response.writeHead(302, { location: `${url}/other` }).end()],
    ['no JSON', (response) => response.end(`<html>${SECRET}`)],
    ['no key', (response) => response.end('{}')],
    ['no token', fromHost(60, { Token: undefined })],
    ['a token that no header can hold', fromHost(60, { Token: 'a\nb' })],
    ['a key that has ended', fromHost(0)],
    ['no end', fromHost(60, { Expiration: 'never' })],
    ['too much', (response) => response.end('x'.repeat(100_000))],
    ['nothing', (response) => response.destroy()],
  ])('that are not given fail like a connection, and nothing of them is told: %s', async (_name, refuse) => {
    reply = refuse
    const failed = await ask(open({ ...bedrock, clock, aws: { region, container } }), asked).catch((error) => error)
    expect(await failureFrom(Promise.reject(failed))).toEqual({ kind: 'connect' })
    expect(inspect(failed, { depth: 9, showHidden: true })).not.toMatch(/wJalrXU|token-of-the-account/)
    expect([stub.requestCount, received.length]).toEqual([0, 1])
  })

  it('need their file', async () => {
    const gone = { ...container, authorizationTokenFile: join(folder, 'gone') }
    await expect(awsRole({ container: gone }, clock).get()).rejects.toMatchObject({ name: 'NoToken' })
    const none = { ...webIdentity, tokenFile: folder }
    await expect(awsRole({ region, webIdentity: none }, clock).get()).rejects.toMatchObject({ name: 'NoToken' })
    expect(received).toHaveLength(0)
  })

  it('are never among the words of an endpoint that its callers read', async () => {
    stub.respondWith({ fault: { type: 'status', status: 400, body: { message: `plain words` } } })
    const wordsBy = async (aws: EndpointOptions['aws']) =>
      JSON.stringify(await failureFrom(ask(open({ ...bedrock, clock, aws, errors: 'filtered' }), asked)))
    expect(await wordsBy({ region, container })).not.toContain('plain words')
    expect(await wordsBy({ region, accessKeyId: 'AKIDEXAMPLE', secretAccessKey: SECRET })).toContain('plain words')
  })
})
