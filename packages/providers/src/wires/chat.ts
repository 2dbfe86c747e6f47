import { type Answer, answerOf, type EndpointCall, type ModelRequest } from '@sluice/pipeline/ports'
import { beginAnswer, isStream } from '../begin-answer.ts'
import { readJson, readStream } from '../read-answer.ts'
import type { Upstream } from '../upstream.ts'

/** Asks a server that speaks OpenAI's chat completions. Unknown members ride along both ways. */
export async function askChat(
  upstream: Upstream,
  request: ModelRequest & { readonly kind: 'chat' },
  call: EndpointCall,
): Promise<Answer & { readonly kind: 'chunks' }> {
  const asked = request.body.stream === true
  const response = await upstream.post({ path: '/chat/completions', isStream: asked }, request, call)
  const defaults = upstream.answerDefaults(request, call)
  if (isStream(response, asked)) {
    const batches = readStream(response.body, upstream.bounds, defaults)
    return { kind: 'chunks', chunks: await beginAnswer(response.body, batches, call) }
  }
  return answerOf([await readJson(response.body, upstream.bounds, defaults, call.holdBytes)])
}
