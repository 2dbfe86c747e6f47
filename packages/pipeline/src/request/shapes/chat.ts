import { type Entry, ofRole, shape } from './entry.ts'

/**
 * The places of a chat request. Member names follow OpenAI's reference for POST /v1/chat/completions
 * (https://platform.openai.com/docs/api-reference/chat/create).
 */
export const CHAT_SHAPES = {
  request: shape('prose', 'unknown', {
    model: 'model',
    messages: 'message',
    tools: 'tool',
    functions: 'function',
    tool_choice: 'toolChoice',
    function_call: 'toolChoice',
    response_format: 'responseFormat',
    metadata: 'data',
    user: 'value',
    safety_identifier: 'value',
    prompt_cache_key: 'value',
    stop: 'unknown',
    prediction: 'message',
    modalities: 'closedWord',
    reasoning_effort: 'closedWord',
    service_tier: 'closedWord',
    verbosity: 'closedWord',
    temperature: 'parameter',
    top_p: 'parameter',
    n: 'parameter',
    seed: 'parameter',
    max_tokens: 'parameter',
    max_completion_tokens: 'parameter',
    presence_penalty: 'parameter',
    frequency_penalty: 'parameter',
    top_logprobs: 'parameter',
    stream: 'parameter',
    stream_options: 'unknown',
    // Never sent: see `gatewayMembersOf`.
    models: 'unknown',
    fallbacks: 'unknown',
    fallback_models: 'unknown',
  }),
  message: ofRole(
    'own',
    shape('prose', 'unknown', {
      role: 'role',
      content: 'content',
      name: 'participant',
      refusal: 'unknown',
      reasoning_content: 'unknown',
      tool_calls: 'toolCall',
      function_call: 'calledFunction',
      tool_call_id: 'identifier',
      type: 'type',
      audio: 'audio',
    }),
  ),
  participant: shape('name', 'data'),
  // Validated at the edge against the six roles.
  role: shape('closed', 'unknown', {}, 'system developer user assistant tool function'),
  content: shape('prose', 'unknown', {
    type: 'type',
    text: 'content',
    refusal: 'unknown',
    image_url: 'image',
    input_audio: 'audio',
    file: 'file',
    file_data: 'file',
    video_url: 'file',
  }),
  // Content of a tool's answer, which is JSON more often than not.
  toolContent: shape('document', 'unknown', {
    type: 'type',
    text: 'toolContent',
    image_url: 'image',
    input_audio: 'audio',
    file: 'file',
    video_url: 'file',
  }),
  // An attachment may be a string itself. A remote one is fetched by the model's operator: nobody here reads it.
  image: shape('attachment', 'unknown', { url: 'image', detail: 'closedWord' }),
  audio: shape('attachment', 'unknown', { data: 'audio', url: 'audio', id: 'identifier', format: 'closedWord' }),
  file: shape('attachment', 'unknown', {
    url: 'file',
    data: 'file',
    file_data: 'file',
    file_url: 'file',
    file_id: 'fileId',
    filename: 'unknown',
  }),
  fileId: shape('identifier', 'data'),

  // Ids are offered: they come from the caller, and the same id is replaced alike wherever it stands.
  toolCall: shape('prose', 'unknown', {
    id: 'identifier',
    type: 'type',
    function: 'calledFunction',
    custom: 'calledFunction',
  }),
  calledFunction: shape('prose', 'unknown', { name: 'identifier', arguments: 'json', input: 'json' }),
  json: shape('json', 'data'),

  tool: shape('prose', 'unknown', { type: 'type', function: 'function', custom: 'function' }),
  function: shape('prose', 'unknown', { name: 'identifier', description: 'unknown', parameters: 'schema' }),
  toolChoice: shape(
    'closed',
    'unknown',
    {
      type: 'type',
      function: 'named',
      custom: 'named',
      name: 'identifier',
      allowed_tools: 'toolChoice',
      tools: 'tool',
      mode: 'closedWord',
    },
    'auto none required',
  ),
  named: shape('prose', 'unknown', { name: 'identifier' }),
  responseFormat: shape('prose', 'unknown', { type: 'type', json_schema: 'namedSchema' }),
  namedSchema: shape('prose', 'unknown', { name: 'identifier', description: 'unknown', schema: 'schema' }),
} satisfies Readonly<Record<string, Entry>>
