import { generatedDocs } from '@sluice/service-kit'
import { describeRoutes } from './add-routes.ts'
import { gatewayConfigSchema } from './config.ts'
import { GATEWAY_INFO } from './open-api.ts'

const EXAMPLE_ENDPOINTS = [
  { name: 'self-hosted', baseUrl: 'http://models.internal:8000/v1', permittedLevel: 7, models: ['llama-4'] },
  {
    name: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    apiKey: '...',
    permittedLevel: 5,
    models: ['fast'],
    modelMap: { fast: 'gpt-5-mini' },
  },
]

const EXAMPLE_CLEARANCES = {
  '*': { level: 3 },
  'dept:finance': { level: 5 },
  'dept:support': { level: 3, reveal: ['US_SSN'] },
}

/** What `npm run openapi` writes from the code; a test fails when a committed text is not up to date. */
export const GENERATED_DOCS = generatedDocs({
  root: new URL('../../../docs/', import.meta.url),
  name: 'gateway',
  info: GATEWAY_INFO,
  describeRoutes,
  service: 'the gateway',
  schema: gatewayConfigSchema,
  notes: [
    '## Endpoints',
    inJsonBlock(EXAMPLE_ENDPOINTS),
    'They are asked in this order. A caller may also name one: `self-hosted/llama-4`. An endpoint is asked only for requests\n' +
      'whose sensitivity level is at most its `permittedLevel`; what it sees are tokens in any case.',
    '## Clearances',
    inJsonBlock(EXAMPLE_CLEARANCES),
    'A caller sees real values up to the highest level of its groups; `reveal` adds types above it, `*` is everyone. Levels:\n' +
      '2 names, 3 contact data, 4 national and account identifiers, 5 payment data, 6 health, 7 secrets and codenames.',
  ],
})

function inJsonBlock(value: unknown): string {
  return ['```json', JSON.stringify(value, null, 2), '```'].join('\n')
}
