import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8')
const compose = read('docker-compose.yml')
const document = parseDocument(compose, { merge: true })
const plain: unknown = document.toJS()
const OWN_SERVICES = ['gateway', 'admin', 'soar-listener', 'idp-sync', 'assessment-api']
const SERVICES = [...OWN_SERVICES, 'redis', 'postgres']

/** A variable of Compose, with what stands behind its name: `:-8080` is a default. */
const variable = (name: string, rest = ':-') => `\${${name}${rest}}`

/** What stands at a place, with anchors and merged keys resolved. */
function composed(path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => Object(value)[key], plain)
}

describe('docker-compose.yml', () => {
  it('takes from the environment what .env.example explains, and nothing else', () => {
    const asked = new Set(Array.from(compose.matchAll(/\$\{(\w+)/g), (match) => match[1]))
    const explained = Array.from(read('.env.example').matchAll(/^(\w+)=/gm), (match) => match[1])
    expect(explained.sort()).toEqual([...asked].sort())
  })

  it.each([
    ['gateway', ['stores', 'tokens']],
    ['admin', ['stores', 'tokens']],
    ['soar-listener', ['stores', 'tokens']],
    ['idp-sync', ['stores']],
    ['assessment-api', []],
  ])('gives the %s only variables that it reads', (service, shared) => {
    const own = new RegExp(`^  ${service}:\\n(?:    .*\\n|\\n)*?    environment:\\n((?:      .*\\n)*)`, 'm').exec(
      compose,
    )?.[1]
    const blocks = shared.map((name) => new RegExp(`&${name}\\n((?:  .*\\n)*)`).exec(compose)?.[1])
    const names = [own, ...blocks].flatMap((block) =>
      Array.from((block ?? '').matchAll(/^ +([A-Z][A-Z_]+):/gm), (match) => match[1]),
    )
    expect(names.length).toBeGreaterThan(0)
    const page = read(`docs/configuration/${service}.md`)
    for (const name of names) expect(page).toContain(`| \`${name}\` |`)
  })

  it('lets every variable of the gateway be set', () => {
    const variables = Array.from(
      read('docs/configuration/gateway.md').matchAll(/^\| `([A-Z_]+)` \|/gm),
      ([, name]) => name,
    )
    const given = Object.keys(Object(composed(['services', 'gateway', 'environment'])))
    expect(variables.length).toBeGreaterThan(50)
    expect(variables.filter((name) => !given.includes(String(name)))).toEqual(['HOST', 'PORT', 'OPERATIONS_HOST'])
  })

  it('bounds what Redis holds below its memory, with an eighth left', () => {
    const bound = (name: string) =>
      Number(/:-(\d+)\}$/.exec(String(composed(['services', 'gateway', 'environment', name])))?.[1])
    const sum = bound('STATE_MAP_BYTES') + bound('OUTBOX_MAX_BYTES') + bound('CACHE_BYTES')
    const memory = Number(/--maxmemory (\d+)gb/.exec(compose)?.[1]) * 2 ** 30
    expect(sum).toBeLessThanOrEqual((memory * 7) / 8)
    expect(bound('STATE_MAP_BYTES')).toBeGreaterThanOrEqual(64 * bound('STATE_MAP_USER_BYTES'))
  })

  it('is YAML without errors, such as a key that is there twice', () => {
    expect(document.errors.map(({ message }) => message)).toEqual([])
  })

  it.each(SERVICES)('takes from the %s what it does not need', (name) => {
    const at = (...path: string[]) => composed(['services', name, ...path])
    expect(at('read_only')).toBe(true)
    expect(at('cap_drop')).toEqual(['ALL'])
    expect(at('security_opt')).toEqual(['no-new-privileges:true'])
    expect(at('mem_limit')).toMatch(/^\d+[mg]$/)
    expect(at('pids_limit')).toBeGreaterThan(0)
    expect(at('privileged')).toBeUndefined()
    expect(at('cap_add')).toBeUndefined()
  })

  it('has no service but those that are used', () => {
    expect(Object.keys(Object(composed(['services'])))).toEqual(SERVICES)
  })

  it('publishes the gateway, and the rest on this machine only or not at all', () => {
    const published = SERVICES.map((name) => [name, composed(['services', name, 'ports'])])
    expect(Object.fromEntries(published)).toEqual({
      gateway: [`${variable('PORT_BASE', ':-8080')}:8080`],
      admin: [`127.0.0.1:${variable('ADMIN_PORT', ':-8081')}:8081`],
      'soar-listener': [`127.0.0.1:${variable('SOAR_PORT', ':-8082')}:8082`],
      'assessment-api': [`127.0.0.1:${variable('ASSESSMENT_PORT', ':-8084')}:8084`],
    })
  })

  it('serves metrics on a port that is not published', () => {
    for (const name of OWN_SERVICES) {
      expect(composed(['services', name, 'environment', 'OPERATIONS_PORT'])).toBe(9090)
    }
    expect(compose).not.toMatch(/:9090"/)
  })

  it('leaves the key of assessment tokens to the service, which has a fixed one and warns of it', () => {
    expect(composed(['services', 'assessment-api', 'environment', 'TOKEN_KEY'])).toBe(variable('ASSESSMENT_TOKEN_KEY'))
  })

  it('asks for every other secret and for the folder to scan: none has a default', () => {
    for (const name of ['REDIS_PASSWORD', 'POSTGRES_PASSWORD', 'DATA_KEYS', 'PROJECTS_DIR']) {
      const uses = compose.match(new RegExp(`\\$\\{${name}[^}]*\\}`, 'g')) ?? []
      expect(uses.length).toBeGreaterThan(0)
      for (const use of uses) expect(use).toMatch(/^\$\{\w+:\?[^}]+\}$/)
    }
    expect(compose).not.toMatch(/sluice:sluice|redis:\/\/redis/)
  })

  it('names images by exact version, with a variable for the digest, as the Dockerfile does', () => {
    expect(composed(['services', 'redis', 'image'])).toMatch(/^redis:\d+\.\d+\.\d+-alpine\$\{REDIS_DIGEST:-\}$/)
    expect(composed(['services', 'postgres', 'image'])).toMatch(/^postgres:\d+\.\d+-alpine\$\{POSTGRES_DIGEST:-\}$/)
    const images = Array.from(read('infra/docker/Dockerfile').matchAll(/^FROM (\S+:\S+)/gm), (match) => match[1])
    const [, node] = /^ {2}node: (\S+)$/m.exec(read('pnpm-workspace.yaml')) ?? []
    expect(new Set(images)).toEqual(new Set([`node:${node}-bookworm-slim${variable('NODE_DIGEST', '')}`]))
    for (const name of OWN_SERVICES) {
      expect(composed(['services', name, 'build', 'args', 'NODE_DIGEST'])).toBe(variable('NODE_DIGEST'))
    }
  })

  it('lets only those reach the stores that use them', () => {
    const onNetwork = (network: string) =>
      SERVICES.filter((name) => Object(composed(['services', name, 'networks'])).includes?.(network))
    expect(composed(['networks', 'stores', 'internal'])).toBe(true)
    expect(onNetwork('stores')).toEqual(['gateway', 'admin', 'soar-listener', 'idp-sync', 'redis', 'postgres'])
    for (const store of ['redis', 'postgres']) expect(composed(['services', store, 'networks'])).toEqual(['stores'])
  })
})
