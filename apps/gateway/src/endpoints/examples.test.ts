import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readRegistryFile } from './read-registry.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
const env = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', TICKETS_KEY: 'k' }

it('the example of a registry can be used', () => {
  const read = readRegistryFile(join(ROOT, 'infra/local/endpoints.example.yaml'), env)
  expect(read?.config.endpoints.map(({ name }) => name)).toEqual(['local', 'openai', 'anthropic'])
})

it.each(['small', 'production'])('the registry of the overlay %s for Kubernetes can be used', async (overlay) => {
  const folder = await mkdtemp(join(tmpdir(), 'examples-'))
  const text = readFileSync(join(ROOT, 'infra/k8s/overlays', overlay, 'endpoints.yaml'), 'utf8')
  writeFileSync(join(folder, 'models'), 'k')
  writeFileSync(join(folder, 'endpoints.yaml'), text.replaceAll('/etc/sluice/model-keys', folder))
  const read = readRegistryFile(join(folder, 'endpoints.yaml'), {})
  await rm(folder, { recursive: true })
  expect(read?.config.endpoints.map(({ name }) => name)).toEqual(['models'])
})

it('what the page shows can be used', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'examples-'))
  const page = readFileSync(join(ROOT, 'docs/endpoints.md'), 'utf8')
  const shown = /```yaml\n(.*?)```/s.exec(page)?.[1] ?? ''
  const text = shown.replaceAll('/run/secrets/openai-acme', join(folder, 'key'))
  writeFileSync(join(folder, 'key'), 'k')
  writeFileSync(join(folder, 'endpoints.yaml'), text)
  const read = readRegistryFile(join(folder, 'endpoints.yaml'), env)
  await rm(folder, { recursive: true })
  expect(read?.config.endpoints.map(({ name }) => name)).toEqual(['openai'])
  expect(read?.config.mcpServers.map(({ name }) => name)).toEqual(['tickets'])
  expect(read?.config.recognizers.map(({ name }) => name)).toEqual(['presidio'])
})
