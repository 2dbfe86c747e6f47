import type { Answer, EndpointCall, ModelRequest } from '@sluice/pipeline/ports'
import { readEmbeddings } from '../read-embeddings.ts'
import type { Upstream } from '../upstream.ts'

/** Asks a server that speaks OpenAI's embeddings. */
export async function askEmbeddings(
  upstream: Upstream,
  request: ModelRequest & { readonly kind: 'embeddings' },
  call: EndpointCall,
): Promise<Answer> {
  const path = upstream.pathOf('/embeddings', request.body.model)
  const { body } = await upstream.post({ path, isStream: false }, request, call)
  const value = await readEmbeddings(body, upstream.bounds.maxAnswerBytes, request, call.holdBytes)
  return { kind: 'whole', value }
}
