import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { gatewayOpenApiText } from './open-api.ts'

it('docs/api/gateway.json is up to date (npm run openapi writes it)', () => {
  const committed = readFileSync(new URL('../../../docs/api/gateway.json', import.meta.url), 'utf8')
  expect(JSON.parse(gatewayOpenApiText())).toEqual(JSON.parse(committed))
})
