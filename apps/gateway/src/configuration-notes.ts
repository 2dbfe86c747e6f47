const EXAMPLE_ENDPOINTS = [
  { name: 'self-hosted', baseUrl: 'http://models.internal:8000/v1', permittedLevel: 7, models: ['llama-4'] },
  {
    name: 'openai',
    kind: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    apiKey: '...',
    permittedLevel: 5,
    providerKind: 'hosted',
    region: 'us',
    retentionDays: 30,
    models: ['fast'],
    embeddingModels: ['text-embedding-3-small'],
    modelMap: { fast: 'gpt-5-mini' },
  },
  {
    name: 'anthropic',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    apiKey: '...',
    permittedLevel: 5,
    models: ['claude-sonnet'],
    modelMap: { 'claude-sonnet': 'claude-sonnet-4-5' },
  },
]

const EXAMPLE_CLEARANCES = {
  '*': { level: 3 },
  'dept:finance': { level: 5 },
  'dept:support': { level: 3, reveal: ['US_SSN'] },
}

const EXAMPLE_QUOTAS = {
  default: { openExchanges: 50 },
  byGroup: { 'role:batch': { openExchanges: 200, requestsPerMinute: 30_000 } },
  byDepartment: { '*': { requestsPerMinute: 60_000 } },
  byTenant: { '*': { openExchanges: 1_000 }, acme: { openExchanges: null } },
}

/** What the page of the gateway's environment variables says beside the table. */
export const CONFIGURATION_NOTES = [
  '## Endpoints',
  inJsonBlock(EXAMPLE_ENDPOINTS),
  'Every member, a registry in a file that may change while the gateway runs, and which endpoint is asked when are in\n' +
    '[endpoints](../endpoints.md). An endpoint is asked only for requests whose sensitivity level is at most its\n' +
    '`permittedLevel`; what it sees are tokens in any case.',
  'Every endpoint serves chat completions, Responses and Messages. `kind` says whose wire it speaks itself: `openai`,\n' +
    '`azure-openai`, `anthropic`, `gemini`, `bedrock`, `mistral`, `vllm`, `ollama`, `llama-cpp`, `tgi`, or `openai-compatible`\n' +
    '(the default); see [providers](../providers.md). A request on another wire is translated; what that loses is in\n' +
    '[decision 0048](../decisions/0048-translation.md). Streams are asked for their usage; `"streamUsage": false` is for a\n' +
    'server that does not know `stream_options`.',
  "Users of a tenant get each other's cached answers only where every endpoint that serves the model has `shareable: true`.\n" +
    'Set it where an endpoint answers from the request alone, and not where it looks up what a user owns or personalises.',
  'Of an error of an endpoint, callers read a code that clients act on (`context_length_exceeded`, `content_filter`,\n' +
    '`rate_limit_exceeded`, `insufficient_quota`), the member of the request at fault, and a message of our own. With\n' +
    '`"errors": "filtered"` they read its own text, cut at 512 characters, unless it holds a part of `apiKey` or of a value of\n' +
    '`headers`, a name of `modelMap`, a provider’s key or id, or what looks like a host, an address, a path or an opaque id.',
  '## Clearances',
  inJsonBlock(EXAMPLE_CLEARANCES),
  'A caller sees real values up to the highest level of its groups; `reveal` adds types above it, `*` is everyone. Levels:\n' +
    '2 names, 3 contact data, 4 national and account identifiers, 5 payment data, 6 health, 7 secrets and codenames.',
  '## Quotas',
  inJsonBlock(EXAMPLE_QUOTAS),
  'Each number is a limit, `null` is none. `default` holds for each user: `openExchanges` 100 requests at a time,\n' +
    '`requestsPerMinute` 6000, `refusalsPerMinute` 600 (requests answered with a 4xx, a 429 not counted), `bytesInFlight`\n' +
    '67108864 (64 MiB of bodies). `byGroup` replaces them for the users of a group; of several groups the most generous\n' +
    'number counts. `byDepartment` and `byTenant` limit all users of one together, `*` is each one without an entry of its\n' +
    'own. Departments have no limits by default. A tenant has those of 20 users (2000, 120000, 12000, 128 MiB) unless tokens\n' +
    'name no tenant; a table `byTenant` replaces that as a whole.',
  'A number a minute is a bucket that is refilled evenly: all of them at once, then one each 60 s divided by the number.\n' +
    'The limits are for all gateways together. Each gateway holds callers to its share, the limit divided by the gateways\n' +
    'that are alive and rounded down, at least 1 (of bytes, at least one body of `MAX_BODY_BYTES`). The quotas are part of\n' +
    'the policy version: another value empties the answer cache.',
  'Tokens and money can be limited too (`tokensPerMinute`, `tokensPerDay`, `tokensPerMonth`, `costPerDay`, `costPerMonth`), for\n' +
    'users, departments and tenants: see [limits](../limits.md). By default they are not.',
]

function inJsonBlock(value: unknown): string {
  return ['```json', JSON.stringify(value, null, 2), '```'].join('\n')
}
