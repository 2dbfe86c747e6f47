import { type Entry, ofRole, shape } from './entry.ts'

/**
 * The places of a request for a response. Member names follow OpenAI's reference for POST /v1/responses
 * (https://platform.openai.com/docs/api-reference/responses/create).
 */
export const RESPONSES_SHAPES = {
  responsesRequest: shape('prose', 'unknown', {
    model: 'model',
    input: 'responsesInput',
    instructions: 'systemText',
    tools: 'responsesTool',
    tool_choice: 'toolChoice',
    text: 'responsesText',
    reasoning: 'responsesReasoning',
    metadata: 'data',
    user: 'value',
    safety_identifier: 'value',
    prompt_cache_key: 'value',
    include: 'responsesInclude',
    service_tier: 'closedWord',
    truncation: 'closedWord',
    temperature: 'parameter',
    top_p: 'parameter',
    max_output_tokens: 'parameter',
    max_tool_calls: 'parameter',
    top_logprobs: 'parameter',
    stream: 'parameter',
    store: 'parameter',
    stream_options: 'streamOptions',
    previous_response_id: 'identifier',
    parallel_tool_calls: 'parameter',
    // Never sent: see `gatewayMembersOf`.
    models: 'unknown',
    fallbacks: 'unknown',
    fallback_models: 'unknown',
  }),
  // A string is what the user says; items have roles of their own, and some shapes by their type.
  responsesInput: ofRole(
    'own',
    shape('prose', 'unknown', {
      type: 'responsesType',
      role: 'role',
      status: 'closedWord',
      id: 'identifier',
      call_id: 'identifier',
      name: 'identifier',
      namespace: 'identifier',
      content: 'responsesContent',
      arguments: 'json',
      input: 'json',
      output: 'responsesOutput',
      summary: 'responsesContent',
      encrypted_content: 'sealedText',
    }),
  ),
  streamOptions: shape('prose', 'unknown', { include_obfuscation: 'parameter' }),
  systemText: ofRole('system', shape('prose', 'unknown')),
  responsesContent: shape('prose', 'unknown', {
    type: 'responsesType',
    text: 'responsesContent',
    refusal: 'unknown',
    image_url: 'image',
    detail: 'closedWord',
    file_data: 'file',
    file_url: 'file',
    file_id: 'fileId',
    filename: 'unknown',
    input_audio: 'audio',
  }),
  // What a tool has answered is data, and often JSON.
  responsesOutput: ofRole(
    'tool',
    shape('document', 'unknown', {
      type: 'responsesType',
      text: 'toolContent',
      image_url: 'image',
      detail: 'closedWord',
      file_data: 'file',
      file_url: 'file',
      file_id: 'fileId',
      filename: 'unknown',
    }),
  ),
  responsesTool: shape('prose', 'unknown', {
    type: 'responsesType',
    name: 'identifier',
    description: 'unknown',
    parameters: 'schema',
    strict: 'parameter',
    format: 'responsesGrammar',
    tools: 'responsesTool',
  }),
  responsesGrammar: shape('prose', 'unknown', { type: 'responsesType', syntax: 'closedWord', definition: 'unknown' }),
  responsesText: shape('prose', 'unknown', { format: 'responsesFormat', verbosity: 'closedWord' }),
  responsesFormat: shape('prose', 'unknown', {
    type: 'responsesType',
    name: 'identifier',
    description: 'unknown',
    schema: 'schema',
    strict: 'parameter',
  }),
  responsesReasoning: shape('prose', 'unknown', {
    effort: 'closedWord',
    summary: 'closedWord',
    generate_summary: 'closedWord',
  }),
  responsesInclude: shape(
    'closed',
    'unknown',
    {},
    'reasoning.encrypted_content message.output_text.logprobs message.input_image.image_url ' +
      'file_search_call.results web_search_call.results web_search_call.action.sources ' +
      'code_interpreter_call.outputs computer_call_output.output.image_url',
  ),
  responsesType: shape(
    'closed',
    'unknown',
    {},
    'message input_text input_image input_file input_audio output_text refusal function_call function_call_output ' +
      'custom_tool_call custom_tool_call_output reasoning summary_text reasoning_text item_reference function custom ' +
      'text json_schema json_object grammar namespace',
  ),
} satisfies Readonly<Record<string, Entry>>
