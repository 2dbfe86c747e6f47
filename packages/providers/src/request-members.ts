/**
 * The members of a request that an error may name. Sources: the request bodies of `POST /chat/completions` and
 * `POST /embeddings` in OpenAI's API reference, and vLLM's extra parameters.
 */
export const REQUEST_MEMBERS: ReadonlySet<string> = new Set([
  ...['messages', 'model', 'input', 'stream', 'stream_options', 'n', 'stop', 'seed', 'user', 'metadata', 'store'],
  ...['tools', 'tool_choice', 'parallel_tool_calls', 'functions', 'function_call', 'response_format', 'modalities'],
  ...['audio', 'prediction', 'reasoning_effort', 'verbosity', 'service_tier', 'web_search_options'],
  ...['max_tokens', 'max_completion_tokens', 'temperature', 'top_p', 'top_k', 'min_p', 'logit_bias', 'logprobs'],
  ...['top_logprobs', 'presence_penalty', 'frequency_penalty', 'repetition_penalty', 'best_of', 'min_tokens'],
  ...['prompt_cache_key', 'safety_identifier', 'encoding_format', 'dimensions', 'guided_json', 'guided_regex'],
])
