import { createHash } from 'node:crypto'
import type { ChatMessage, ChatRequest } from '@sluice/contracts'

/*
 * Servers of the chat wire that name a member otherwise, or refuse one that all clients send. Members that nobody here
 * knows go on as they came.
 */

/** Hints that Mistral refuses as unknown, and without which it answers the same question. */
const NOT_MISTRALS: readonly string[] = [
  ...['stream_options', 'user', 'store', 'service_tier', 'safety_identifier', 'verbosity'],
  ...['logit_bias', 'logprobs', 'top_logprobs', 'modalities'],
]
const MISTRAL_CALL_ID = /^[a-zA-Z0-9]{9}$/

/**
 * As Mistral takes it: `random_seed` for `seed`, `max_tokens`, `system` for `developer`, ids of calls with nine letters
 * and digits.
 *
 * Source: https://docs.mistral.ai/api/endpoint/chat
 */
export function chatToMistral(body: ChatRequest): ChatRequest {
  const { seed, messages, ...rest } = withMaxTokens(body)
  for (const member of NOT_MISTRALS) delete rest[member]
  return {
    ...rest,
    ...(seed === undefined || seed === null ? {} : { random_seed: seed }),
    messages: messages.map(messageForMistral),
  }
}

function messageForMistral({ role, name, tool_call_id, tool_calls, refusal: _, ...rest }: ChatMessage): ChatMessage {
  return {
    ...rest,
    role: role === 'developer' ? 'system' : role,
    ...(role === 'tool' && name !== undefined ? { name } : {}),
    ...(tool_call_id === undefined ? {} : { tool_call_id: mistralCallId(tool_call_id) }),
    ...(tool_calls ? { tool_calls: tool_calls.map((call) => ({ ...call, id: mistralCallId(call.id ?? '') })) } : {}),
  }
}

/** The same id for the same call, in every request of a conversation. */
function mistralCallId(id: string): string {
  return MISTRAL_CALL_ID.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 9)
}

/**
 * With the older name of the bound, for servers that know only that.
 *
 * Sources: https://docs.ollama.com/api/openai-compatibility (its list of members), and
 * https://huggingface.github.io/text-generation-inference (ChatRequest).
 */
export function withMaxTokens({ max_completion_tokens: max, ...body }: ChatRequest): ChatRequest {
  return max === undefined || max === null ? body : { ...body, max_tokens: max }
}
