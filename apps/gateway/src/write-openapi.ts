import { writeFileSync } from 'node:fs'
import { gatewayOpenApiText } from './open-api.ts'

writeFileSync(new URL('../../../docs/api/gateway.json', import.meta.url), gatewayOpenApiText())
