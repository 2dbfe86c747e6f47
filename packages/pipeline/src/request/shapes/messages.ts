import { type Entry, ofRole, shape, withVariants } from './entry.ts'

/**
 * The places of a request for a message. Member names follow Anthropic's reference for POST /v1/messages
 * (https://docs.anthropic.com/en/api/messages).
 */
export const MESSAGES_SHAPES = {
  messagesRequest: shape('prose', 'unknown', {
    model: 'model',
    messages: 'messagesMessage',
    system: 'messagesSystem',
    tools: 'messagesTool',
    tool_choice: 'messagesToolChoice',
    metadata: 'data',
    stop_sequences: 'unknown',
    thinking: 'messagesThinking',
    service_tier: 'closedWord',
    temperature: 'parameter',
    top_p: 'parameter',
    top_k: 'parameter',
    max_tokens: 'parameter',
    stream: 'parameter',
    // Never sent: see `gatewayMembersOf`.
    models: 'unknown',
    fallbacks: 'unknown',
    fallback_models: 'unknown',
  }),
  messagesMessage: ofRole('own', shape('prose', 'unknown', { role: 'role', content: 'messagesContent' })),
  messagesSystem: ofRole(
    'system',
    shape('prose', 'unknown', {
      type: 'messagesType',
      text: 'messagesSystem',
      cache_control: 'messagesCacheControl',
    }),
  ),
  messagesContent: withVariants(
    { image: 'messagesImage' },
    shape('prose', 'unknown', {
      type: 'messagesType',
      text: 'messagesContent',
      source: 'messagesSource',
      title: 'unknown',
      context: 'unknown',
      citations: 'unknown',
      cache_control: 'messagesCacheControl',
      id: 'identifier',
      name: 'identifier',
      input: 'data',
      tool_use_id: 'identifier',
      // Stands in results of tools only: there the user's turn holds data.
      content: 'messagesToolResult',
      is_error: 'parameter',
      thinking: 'unknown',
      signature: 'sealedText',
      data: 'sealedText',
    }),
  ),
  messagesImage: shape('prose', 'unknown', {
    type: 'messagesType',
    source: 'messagesImageSource',
    cache_control: 'messagesCacheControl',
  }),
  messagesImageSource: shape('prose', 'unknown', {
    type: 'messagesType',
    media_type: 'messagesMediaType',
    data: 'imageBytes',
    url: 'image',
    file_id: 'fileId',
  }),
  messagesToolResult: ofRole(
    'tool',
    withVariants(
      { image: 'messagesImage' },
      shape('document', 'unknown', {
        type: 'messagesType',
        text: 'toolContent',
        source: 'messagesSource',
        cache_control: 'messagesCacheControl',
      }),
    ),
  ),
  // An attachment as Anthropic has it: its bytes or text in `data`, or where it can be fetched.
  messagesSource: withVariants(
    { text: 'messagesTextSource' },
    shape('prose', 'unknown', {
      type: 'messagesType',
      media_type: 'messagesMediaType',
      data: 'file',
      url: 'file',
      file_id: 'fileId',
      content: 'messagesContent',
    }),
  ),
  messagesTextSource: shape('prose', 'unknown', {
    type: 'messagesType',
    media_type: 'messagesMediaType',
    data: 'unknown',
  }),
  messagesTool: shape('prose', 'unknown', {
    type: 'messagesType',
    name: 'identifier',
    description: 'unknown',
    input_schema: 'schema',
    cache_control: 'messagesCacheControl',
  }),
  messagesToolChoice: shape('prose', 'unknown', { type: 'messagesType', name: 'identifier' }),
  messagesThinking: shape('prose', 'unknown', { type: 'messagesType', budget_tokens: 'parameter' }),
  messagesCacheControl: shape('prose', 'unknown', { type: 'messagesType', ttl: 'closedWord' }),
  messagesType: shape(
    'closed',
    'unknown',
    {},
    'text image document tool_use tool_result thinking redacted_thinking base64 url file content ephemeral auto any ' +
      'tool none enabled disabled adaptive custom',
  ),
  messagesMediaType: shape(
    'closed',
    'unknown',
    {},
    'image/jpeg image/png image/gif image/webp application/pdf text/plain',
  ),
} satisfies Readonly<Record<string, Entry>>
