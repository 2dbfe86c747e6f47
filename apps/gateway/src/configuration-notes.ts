const EXAMPLE_ENDPOINTS = [
  { name: 'self-hosted', baseUrl: 'http://models.internal:8000/v1', permittedLevel: 7, models: ['llama-4'] },
  {
    name: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    apiKey: '...',
    permittedLevel: 5,
    models: ['fast'],
    embeddingModels: ['text-embedding-3-small'],
    modelMap: { fast: 'gpt-5-mini' },
  },
]

const EXAMPLE_CLEARANCES = {
  '*': { level: 3 },
  'dept:finance': { level: 5 },
  'dept:support': { level: 3, reveal: ['US_SSN'] },
}

/** What the page of the gateway's environment variables says beside the table. */
export const CONFIGURATION_NOTES = [
  '## Endpoints',
  inJsonBlock(EXAMPLE_ENDPOINTS),
  'They are asked in this order. A caller may also name one: `self-hosted/llama-4`. An endpoint is asked only for requests\n' +
    'whose sensitivity level is at most its `permittedLevel`; what it sees are tokens in any case.',
  'Of an error of an endpoint, callers read a code that clients act on (`context_length_exceeded`, `content_filter`,\n' +
    '`rate_limit_exceeded`, `insufficient_quota`), the member of the request at fault, and a message of our own. With\n' +
    '`"errors": "filtered"` they read its own text, cut at 512 characters, unless it holds a part of `apiKey` or of a value of\n' +
    '`headers`, a name of `modelMap`, a provider’s key or id, or what looks like a host, an address, a path or an opaque id.',
  '## Clearances',
  inJsonBlock(EXAMPLE_CLEARANCES),
  'A caller sees real values up to the highest level of its groups; `reveal` adds types above it, `*` is everyone. Levels:\n' +
    '2 names, 3 contact data, 4 national and account identifiers, 5 payment data, 6 health, 7 secrets and codenames.',
]

function inJsonBlock(value: unknown): string {
  return ['```json', JSON.stringify(value, null, 2), '```'].join('\n')
}
