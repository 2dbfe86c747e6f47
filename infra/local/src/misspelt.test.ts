import { expect, it } from 'vitest'
import { warnOfMisspelt } from './misspelt.ts'

it.each([
  ['PORTBASE', 'PORT_BASE'],
  ['SLUICE_STATE_DIRECTORY', undefined],
  ['SLUICE_STATEDIR', 'SLUICE_STATE_DIR'],
  ['REDIS_URI', 'REDIS_URL'],
  ['OPENAI_APIKEY', 'OPENAI_API_KEY'],
  ['OLAMA_HOST', 'OLLAMA_HOST'],
  ['ENDPOINT', 'ENDPOINTS'],
  ['HOME', undefined],
  ['PATH', undefined],
  ['PORT_BASE', undefined],
])('says of %s that %s is meant', (given, meant) => {
  const lines = meant === undefined ? [] : [`${given} is set, which nothing reads. Is ${meant} meant?`]
  expect(warnOfMisspelt({ [given]: 'x' })).toEqual(lines)
})
