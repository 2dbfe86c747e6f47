import type { CompletionChunk } from '@sluice/contracts'
import { type Answer, answerOf, type EndpointCall, type ModelRequest } from '@sluice/pipeline/ports'
import { beginAnswer, isStream } from '../begin-answer.ts'
import { UsageEstimate } from '../normalize-answer.ts'
import { readJson, readStream } from '../read-answer.ts'
import type { AnswerDefaults } from '../repair-answer.ts'
import type { Upstream } from '../upstream.ts'

export type ChatAnswer = Answer & { readonly kind: 'chunks' }

/**
 * Asks a server that speaks OpenAI's chat completions. Unknown members ride along both ways. Every answer says what it
 * has cost: a stream in a last chunk without choices, estimated where the server does not say it. Whoever writes the
 * answer down leaves that out for callers who did not ask for it.
 */
export async function askChat(
  upstream: Upstream,
  request: ModelRequest & { readonly kind: 'chat' },
  call: EndpointCall,
): Promise<ChatAnswer> {
  const asked = request.body.stream === true
  const path = upstream.pathOf('/chat/completions', request.body.model)
  const operation = { path, isStream: asked, members: usageAsked(upstream, request) }
  const response = await upstream.post(operation, request, call)
  const defaults = upstream.answerDefaults(request, call)
  const estimate = new UsageEstimate(response.sentBytes)
  if (isStream(response, asked)) {
    const batches = readStream(response.body, upstream.bounds, defaults)
    return { kind: 'chunks', chunks: await beginAnswer(response.body, withUsage(batches, estimate, defaults), call) }
  }
  const whole = await readJson(response.body, upstream.bounds, defaults, call.holdBytes)
  estimate.see(whole)
  const usage = estimate.usage()
  return answerOf([usage === undefined ? whole : { ...whole, usage }])
}

/** Many servers say what a stream has cost only where they are asked to. */
function usageAsked({ asksForUsage }: Upstream, { body }: ModelRequest & { readonly kind: 'chat' }): object {
  const isLeftOpen = body.stream === true && body.stream_options === undefined
  return asksForUsage && isLeftOpen ? { stream_options: { include_usage: true } } : {}
}

/** An answer with its cost in a last chunk without choices, estimated where the endpoint does not say it. */
export async function* withUsage(
  batches: AsyncIterable<readonly CompletionChunk[]>,
  estimate: UsageEstimate,
  defaults: AnswerDefaults,
): AsyncGenerator<readonly CompletionChunk[], void> {
  for await (const batch of batches) {
    for (const chunk of batch) estimate.see(chunk)
    yield batch
  }
  const usage = estimate.usage()
  if (usage !== undefined) yield [{ ...defaults, object: 'chat.completion.chunk', choices: [], usage }]
}
