/**
 * Members of any request that are the gateway's own: a client may send back what it was sent. And members by which a
 * provider would take a model that no policy has decided on (OpenRouter's `models`, Anthropic's and LiteLLM's
 * `fallbacks`): which model answers is the gateway's business.
 */
const OF_ALL = ['service_metadata', 'models', 'fallbacks', 'fallback_models'] as const
/** What is stored of a conversation, and continued, is kept by the gateway. */
const OF_RESPONSES = [...OF_ALL, 'store', 'previous_response_id'] as const

/**
 * The members of a request that never leave to an endpoint.
 *
 * @param kind of the request.
 */
export function gatewayMembersOf(kind: string): readonly string[] {
  return kind === 'responses' ? OF_RESPONSES : OF_ALL
}
