import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { administrationFiles } from '@sluice/policy'
import { generatedDocs } from '@sluice/service-kit'
import { prometheusRule } from '../observability/prometheus-rule.ts'
import { clientTypes } from './client-types.ts'
import { coveragePage } from './coverage-page.ts'
import { eventSchemas } from './event-schemas.ts'
import { SERVICES } from './services.ts'

const ROOT = new URL('../../', import.meta.url)

for (const { path, text } of [...SERVICES.flatMap(generatedDocs), ...eventSchemas(), coveragePage()]) {
  writeFileSync(new URL(`docs/${path}`, ROOT), text)
}
for (const { path, text } of [...(await clientTypes()), ...administrationFiles(), prometheusRule(fileURLToPath(ROOT))])
  writeFileSync(new URL(path, ROOT), text)
