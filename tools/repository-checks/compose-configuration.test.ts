import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readConfig } from '@sluice/service-kit'
import { ConfigError } from '@sluice/service-kit/environment'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { SERVICES } from '../generated-docs/services.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SETUP = join(ROOT, 'infra/local/src/compose/setup.ts')
const IN_CONTAINER = '/var/lib/sluice'
/** The volume of samples is mounted here as well, unless ENDPOINTS_DIR names a folder. */
const REGISTRY = `${IN_CONTAINER}/registry`
const document = parseDocument(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }).toJS()

const REAL = {
  OIDC_ISSUER: 'https://login.example.com/realms/company',
  ENDPOINTS: '[{"name":"own","baseUrl":"https://models.example.com/v1","permittedLevel":5,"models":["m"]}]',
  REDIS_PASSWORD: 'ab12',
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-compose-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs what the container `setup` runs; its variables are those of Compose. */
function setUp(variables: Readonly<Record<string, string>>): void {
  execFileSync(process.execPath, [SETUP, folder], { env: { PATH: process.env.PATH, ...variables } })
}

/** The environment of a container, as Compose would make it. Every default is written as `${NAME:-value}`. */
function environmentOf(service: string, variables: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries<unknown>(document.services[service].environment).map(([name, value]) => {
    const text = String(value).replaceAll(
      /\$\{(\w+):-([^}]*)\}/g,
      (_, key: string, rest: string) => variables[key] || rest,
    )
    if (text.startsWith(REGISTRY)) return [name, join(folder, 'samples', text.slice(REGISTRY.length))]
    return [name, text.startsWith(IN_CONTAINER) ? join(folder, text.slice(IN_CONTAINER.length)) : text]
  })
  return Object.fromEntries(entries)
}

function configOf(service: string, variables: Readonly<Record<string, string>>) {
  const found = SERVICES.find(({ name }) => name === service)
  if (found === undefined) throw new Error(`There is no service ${service}.`)
  return readConfig(found.configSchema, environmentOf(service, variables))
}

/** The registry of endpoints that was written for the gateway. */
const registry = () => readFileSync(join(folder, 'samples/endpoints.yaml'), 'utf8')

function faultsOf(service: string, variables: Readonly<Record<string, string>>): readonly string[] {
  try {
    configOf(service, variables)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map(({ variable }) => variable)
    throw error
  }
}

describe('the configuration that docker-compose.yml gives', () => {
  const names = SERVICES.map(({ name }) => name)

  it.each(names)('lets the %s start with nothing set', (name) => {
    setUp({})
    expect(faultsOf(name, {})).toEqual([])
  })

  it('makes keys once, and serves the demo model to sample users', () => {
    setUp({})
    const first = configOf('gateway', {})
    setUp({})
    expect(configOf('gateway', {})).toEqual(first)
    expect(first).toMatchObject({ OIDC_ISSUER: 'http://demo.localhost:8090', OIDC_ALLOW_HTTP: true })
    expect(registry()).toContain('http://demo:8091/v1')
    expect(readdirSync(join(folder, 'project/sample')).length).toBeGreaterThan(1)
  })

  it('turns the console on, at the port of the admin service, with tokens for it', () => {
    const variables = { ADMIN_PORT: '9081' }
    setUp(variables)
    expect(configOf('admin', variables)).toMatchObject({
      CONSOLE_URL: 'http://127.0.0.1:9081',
      CONSOLE_CLIENT_ID: 'console',
      CONSOLE_RESOURCE: 'urn:sluice:admin',
      ASSESSMENT_API_URL: 'http://assessment-api:8084',
    })
    // The provider sends browsers back to the same place.
    expect(document.services.demo.environment.ADMIN_PORT).toBe(document.services.setup.environment.ADMIN_PORT)
  })

  it('has no console with real settings unless they say so', () => {
    setUp(REAL)
    expect(configOf('admin', REAL)).not.toHaveProperty('CONSOLE_URL')
  })

  it.each(names)('lets the %s start with real settings, of which none is a sample', (name) => {
    setUp(REAL)
    expect(faultsOf(name, REAL)).toEqual([])
    const config: Readonly<Record<string, unknown>> = configOf(name, REAL)
    const { OIDC_ISSUER = REAL.OIDC_ISSUER, OIDC_ALLOW_HTTP = false, CODENAMES = [], SOAR_CALLERS = [] } = config
    expect({ OIDC_ISSUER, OIDC_ALLOW_HTTP, CODENAMES, SOAR_CALLERS }).toEqual({
      OIDC_ISSUER: REAL.OIDC_ISSUER,
      OIDC_ALLOW_HTTP: false,
      CODENAMES: [],
      SOAR_CALLERS: [],
    })
    expect(registry()).toBe('')
    if ('REDIS_URL' in config) expect(config.REDIS_URL).toBe('redis://:ab12@redis:6379')
  })

  it('asks for endpoints where the identity provider is a real one: no demo answers its users', () => {
    const variables = { OIDC_ISSUER: REAL.OIDC_ISSUER }
    setUp(variables)
    expect(configOf('gateway', variables)).not.toHaveProperty('ENDPOINTS')
    // With an empty registry alone the gateway does not start.
    expect(registry()).toBe('')
  })
})
