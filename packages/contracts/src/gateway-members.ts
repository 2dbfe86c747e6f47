/** Members of any request that are the gateway's own: a client may send back what it was sent. */
const OF_ALL = ['service_metadata'] as const
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
