import type { EmbeddingsRequest } from '@sluice/contracts'
import { stubVector } from '@sluice/testkit'
import { describe, expect, it } from 'vitest'
import { useStubServer } from '../fixtures/endpoints.ts'

const { stub, open } = await useStubServer()
const asked: EmbeddingsRequest = { model: 'stub-embed', input: ['one', 'two'] }

async function embed(
  request: Partial<EmbeddingsRequest> = {},
  endpoint = open({ embeddingModels: ['stub-embed'] }),
  holdBytes: (bytes: number) => void = () => undefined,
) {
  const call = {
    requestId: 'req-1',
    answerId: 'chatcmpl-own',
    scope: { tenant: 't', sessionId: 1 },
    user: 'alice',
    signal: new AbortController().signal,
    holdBytes,
    leaving: () => undefined,
    markSeal: (original: string) => original,
  }
  const answer = await endpoint.ask({ kind: 'embeddings', body: { ...asked, ...request } }, call)
  if (answer.kind !== 'whole') throw new Error('not whole')
  return answer.value
}

describe('embeddings', () => {
  it('are asked for at the same base URL, with every member that the caller sent', async () => {
    const value = await embed({ dimensions: 3, user: 'u', encoding_format: 'float', vendor: { x: 1 } })
    expect(stub.lastRequest()).toMatchObject({
      path: '/v1/embeddings',
      body: { ...asked, dimensions: 3, user: 'u', encoding_format: 'float', vendor: { x: 1 } },
    })
    expect(value).toMatchObject({ object: 'list', model: 'stub-embed', usage: { total_tokens: expect.any(Number) } })
    expect(value.data.map(({ embedding }) => embedding)).toEqual([stubVector('one', 3), stubVector('two', 3)])
  })

  it('keep base64 and the upstream’s members, and stand in the order of the texts', async () => {
    const data = [1, 0].map((index) => ({ object: 'embedding', index, embedding: 'AACAPw==', own: index }))
    stub.respondWith({ completion: { object: 'list', data, model: 'm', usage: { prompt_tokens: 1, total_tokens: 1 } } })
    expect((await embed()).data.map(({ index, own }) => [index, own])).toEqual([
      [0, 0],
      [1, 1],
    ])
  })

  it('are asked for under the endpoint’s own name of the model', async () => {
    await embed({}, open({ embeddingModels: ['stub-embed'], modelMap: { 'stub-embed': 'real-embed' } }))
    expect(stub.lastRequest().model).toBe('real-embed')
  })

  it('are filled in where a server leaves out what can be known', async () => {
    stub.respondWith({ completion: { data: [{ embedding: [1] }, { embedding: [2] }] } })
    expect(await embed()).toEqual({
      object: 'list',
      data: [
        { object: 'embedding', index: 0, embedding: [1] },
        { object: 'embedding', index: 1, embedding: [2] },
      ],
      model: 'stub-embed',
      usage: { prompt_tokens: 0, total_tokens: 0 },
    })
  })

  const vectors = (...embeddings: unknown[]) => ({ data: embeddings.map((embedding) => ({ embedding })) })
  it.each<[string, Record<string, unknown>]>([
    ['no list', { object: 'list' }],
    ['too few vectors', vectors([1])],
    ['too many vectors', vectors([1], [2], [3])],
    ['an empty vector', vectors([1], [])],
    ['a vector of texts', vectors([1], ['2'])],
    ['a vector of nulls', vectors([1], [null])],
    ['base64 that is none', vectors([1], 'ÄÄÄÄ')],
    ['base64 of half a number', vectors([1], 'AAA=')],
    ['base64 of what is no number', vectors([1], 'AADAfw==')],
    ['base64 of an infinite number', vectors([1], 'AACAfw==')],
    ['the same place twice', { data: [0, 0].map((index) => ({ index, embedding: [1] })) }],
    ['a place beyond the texts', { data: [0, 2].map((index) => ({ index, embedding: [1] })) }],
  ])('are refused with %s', async (_what, completion) => {
    stub.respondWith({ completion })
    await expect(embed()).rejects.toMatchObject({ failure: { kind: 'protocol' } })
  })

  it('are refused where the answer is longer than allowed', async () => {
    const endpoint = open({ embeddingModels: ['stub-embed'], maxAnswerBytes: 1_000 })
    await expect(embed({ dimensions: 4_096 }, endpoint)).rejects.toMatchObject({ failure: { kind: 'protocol' } })
  })

  it('fail as chat does', async () => {
    stub.respondWith({ fault: { type: 'status', status: 429, headers: { 'retry-after': '7' } } })
    await expect(embed()).rejects.toMatchObject({ failure: { kind: 'status', status: 429, retryAfterSeconds: 7 } })
  })
})
