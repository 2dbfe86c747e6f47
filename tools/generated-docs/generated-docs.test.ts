import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { administrationFiles } from '@sluice/policy'
import { generatedDocs } from '@sluice/service-kit'
import { expect, it } from 'vitest'
import { prometheusRule } from '../observability/prometheus-rule.ts'
import { clientTypes } from './client-types.ts'
import { coveragePage } from './coverage-page.ts'
import { eventSchemas } from './event-schemas.ts'
import { SERVICES } from './services.ts'

const ROOT = new URL('../../', import.meta.url)
const DOCS = new URL('docs/', ROOT)
const PAGES = [...SERVICES.flatMap(generatedDocs), ...eventSchemas()]

it.each([...PAGES, coveragePage()])('docs/$path is up to date (npm run openapi writes it)', ({ path, text }) => {
  expect(readFileSync(new URL(path, DOCS), 'utf8')).toBe(text)
})

it.each([...administrationFiles(), prometheusRule(fileURLToPath(ROOT))])(
  '$path is up to date (npm run openapi writes it)',
  ({ path, text }) => {
    expect(readFileSync(new URL(path, ROOT), 'utf8')).toBe(text)
  },
)

it.each(await clientTypes())('the types in $path are up to date (npm run openapi writes them)', ({ path, text }) => {
  expect(readFileSync(new URL(path, ROOT), 'utf8')).toBe(text)
})

it('knows every service under apps/, and none that is gone', () => {
  const services = readdirSync(new URL('apps/', ROOT)).filter((app) =>
    existsSync(new URL(`apps/${app}/src/server.ts`, ROOT)),
  )
  expect(SERVICES.map(({ name }) => name).toSorted()).toEqual(services.toSorted())
  const committed = ['api', 'api/events', 'configuration'].flatMap((folder) =>
    readdirSync(new URL(folder, DOCS), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => `${folder}/${name}`),
  )
  expect(committed.toSorted()).toEqual(PAGES.map(({ path }) => path).toSorted())
})
