import { createHash } from 'node:crypto'
import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'
import { describe, expect, it } from 'vitest'
import { ask, asked, nowMs, readAll, streamed, useStubServer } from '../../fixtures/endpoints.ts'
import { callOf, heldByThread, optionsOf } from '../../fixtures/kinds.ts'

/*
 * The signature is made by one implementation and checked by another: AWS's own, of its SDK.
 */

const { stub, open } = await useStubServer()

const aws = { region: 'eu-central-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY' }
const { apiKey: _, ...bedrock } = optionsOf('bedrock', stub)

/** What AWS's implementation signs for a request that was received. */
async function expectedSignature(sessionToken?: string): Promise<string | undefined> {
  const { path, rawBody, headers } = stub.lastRequest()
  const signer = new SignatureV4({
    service: 'bedrock',
    region: aws.region,
    credentials: { ...aws, ...(sessionToken === undefined ? {} : { sessionToken }) },
    sha256: Sha256,
  })
  const signed = await signer.sign(
    {
      method: 'POST',
      protocol: 'http:',
      hostname: '127.0.0.1',
      port: stub.port,
      path: decodeURIComponent(path) === path ? path : path,
      headers: {
        host: String(headers.host),
        'x-amz-content-sha256': createHash('sha256').update(rawBody).digest('hex'),
      },
      body: rawBody,
    },
    { signingDate: new Date(nowMs) },
  )
  return signed.headers.authorization
}

describe('a request to Bedrock', () => {
  it.each([
    ['whole', asked],
    ['streamed', streamed],
    ['a model whose name is escaped', { ...asked, model: 'eu.anthropic.claude-sonnet-4-5:0' }],
    ['an inference profile', { ...asked, model: 'arn:aws:bedrock:eu-central-1:1:inference-profile/eu.x' }],
  ])('is signed: %s', async (_name, request) => {
    stub.respondWith('ok')
    const endpoint = open({ ...bedrock, aws, models: [request.model] })
    await readAll(await ask(endpoint, { ...request, messages: [{ role: 'user', content: 'Grüße 🙂' }] }))
    const { headers } = stub.lastRequest()
    expect(headers['x-amz-date']).toBe('20260101T000000Z')
    expect(headers.authorization).toBe(await expectedSignature())
  })

  it('is signed as a whole where a thread has written it', async () => {
    stub.respondWith('ok')
    const long = { ...streamed, messages: [{ role: 'user' as const, content: 'x'.repeat(300_000) }] }
    await readAll(await open({ ...bedrock, aws }).ask(heldByThread(long), callOf()))
    expect(stub.lastRequest().headers.authorization).toBe(await expectedSignature())
  })

  it('carries the token of a session, and signs it', async () => {
    stub.respondWith('ok')
    await readAll(await ask(open({ ...bedrock, aws: { ...aws, sessionToken: 'of-the-session' } }), asked))
    expect(stub.lastRequest().headers['x-amz-security-token']).toBe('of-the-session')
    expect(stub.lastRequest().headers.authorization).toBe(await expectedSignature('of-the-session'))
  })
})
