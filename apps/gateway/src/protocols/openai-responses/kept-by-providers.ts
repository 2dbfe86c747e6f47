/**
 * Members of a request for a response that are refused, and what to do instead: what a provider would keep for the
 * caller, or do behind the gateway's back. Nothing of it would pass the layers.
 */
export const KEPT_BY_PROVIDERS: Readonly<Record<string, string>> = {
  conversation: 'Conversations are not kept here. Send the whole input, or continue by previous_response_id.',
  prompt: 'A prompt that a provider keeps cannot be read here. Send its text as instructions.',
  background: 'Requests are not carried out in the background. Wait for the answer, or stream it.',
}
