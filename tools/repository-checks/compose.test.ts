import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { DEMO_ISSUER } from '@sluice/local/samples'
import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8')
const compose = read('docker-compose.yml')
const document = parseDocument(compose, { merge: true })
const plain: unknown = document.toJS()
const OWN_SERVICES = ['gateway', 'admin', 'soar-listener', 'idp-sync', 'assessment-api']
const USUAL = ['gateway', 'gateway-worker', ...OWN_SERVICES.slice(1), 'setup', 'demo', 'redis', 'postgres']
/** By profile: what is there only when it is asked for. */
const OPTIONAL = { kafka: ['kafka', 'kafka-topics'], observability: ['prometheus', 'grafana'] }
const SERVICES = [...USUAL, ...OPTIONAL.kafka, ...OPTIONAL.observability]
/** The image of Kafka writes its configuration into itself. */
const WRITES_INTO_ITSELF = OPTIONAL.kafka

/** A variable of Compose, with what stands behind its name: `:-8080` is a default. */
const variable = (name: string, rest = ':-') => `\${${name}${rest}}`

/** What stands at a place, with anchors and merged keys resolved. */
function composed(path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => Object(value)[key], plain)
}

/** A list, or names with their aliases. */
function networksOf(service: string): readonly string[] {
  const networks = Object(composed(['services', service, 'networks']))
  return Array.isArray(networks) ? networks.map(String) : Object.keys(networks)
}

const mountsOf = (service: string) => [Object(composed(['services', service])).volumes ?? []].flat().map(String)

describe('docker-compose.yml', () => {
  it('takes from the environment what .env.example explains, and nothing else', () => {
    const asked = new Set(Array.from(compose.matchAll(/\$\{(\w+)/g), (match) => match[1]))
    const explained = Array.from(read('.env.example').matchAll(/^(\w+)=/gm), (match) => match[1])
    expect(explained.sort()).toEqual([...asked].sort())
  })

  it.each(OWN_SERVICES)('gives the %s only variables that it reads, or files of them', (service) => {
    const names = Object.keys(Object(composed(['services', service, 'environment'])))
    const page = read(`docs/configuration/${service}.md`)
    const isKnown = (name: string) => page.includes(`| \`${name}\` |`)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !isKnown(name) && !isKnown(name.replace(/_FILE$/, '')))).toEqual([])
  })

  it.each(OWN_SERVICES)('lets every variable of the %s be set', (service) => {
    const page = read(`docs/configuration/${service}.md`)
    const variables = Array.from(page.matchAll(/^\| `([A-Z_]+)` \|/gm), ([, name]) => name)
    const given = Object.keys(Object(composed(['services', service, 'environment'])))
    expect(variables.length).toBeGreaterThan(10)
    // Images and mounts give these.
    const fixed = ['HOST', 'PORT', 'OPERATIONS_HOST', 'CONSOLE_FILES', 'ASSESSMENT_ROOTS']
    expect(variables.filter((name) => !given.includes(String(name)) && !fixed.includes(String(name)))).toEqual([])
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
    expect(at('read_only')).toBe(!WRITES_INTO_ITSELF.includes(name))
    expect(at('cap_drop')).toEqual(['ALL'])
    expect(at('security_opt')).toEqual(['no-new-privileges:true'])
    expect(at('mem_limit')).toMatch(/^\d+[mg]$/)
    expect(at('pids_limit')).toBeGreaterThan(0)
    expect(at('privileged')).toBeUndefined()
    expect(at('cap_add')).toBeUndefined()
  })

  it('has no service but those that are used, and those of a profile only where it is asked for', () => {
    expect(Object.keys(Object(composed(['services'])))).toEqual(SERVICES)
    const profiles = SERVICES.map((name) => [name, composed(['services', name, 'profiles'])])
    expect(Object.fromEntries(profiles.filter(([, found]) => found !== undefined))).toEqual(
      Object.fromEntries(
        Object.entries(OPTIONAL).flatMap(([profile, names]) => names.map((name) => [name, [profile]])),
      ),
    )
  })

  it('publishes the gateway, and the rest on this machine only or not at all', () => {
    const published = SERVICES.map((name) => [name, composed(['services', name, 'ports'])])
    expect(Object.fromEntries(published)).toEqual({
      gateway: [`${variable('PORT_BASE', ':-8080')}:8080`],
      admin: [`127.0.0.1:${variable('ADMIN_PORT', ':-8081')}:8081`],
      'soar-listener': [`127.0.0.1:${variable('SOAR_PORT', ':-8082')}:8082`],
      'assessment-api': [`127.0.0.1:${variable('ASSESSMENT_PORT', ':-8084')}:8084`],
      demo: ['127.0.0.1:8090:8090'],
      grafana: [`127.0.0.1:${variable('GRAFANA_PORT', ':-3000')}:3000`],
    })
  })

  it('gives the worker of the gateway all that the gateway has, and another role and name', () => {
    const of = (name: string) => Object(composed(['services', name, 'environment']))
    expect(of('gateway-worker')).toEqual({
      ...of('gateway'),
      GATEWAY_ROLE: 'worker',
      OTEL_SERVICE_NAME: 'gateway-worker',
    })
  })

  it('serves metrics on a port that is not published, where Prometheus and Grafana reach it and callers do not', () => {
    for (const name of OWN_SERVICES) {
      expect(composed(['services', name, 'environment', 'OPERATIONS_PORT'])).toBe(9090)
    }
    expect(compose).not.toMatch(/:9090"/)
    expect(composed(['networks', 'watched', 'internal'])).toBe(true)
    expect(composed(['services', 'prometheus', 'networks'])).toEqual(['watched'])
    for (const name of OWN_SERVICES) expect(composed(['services', name, 'networks'])).toContain('watched')
  })

  it('leaves the key of assessment tokens to the service, which has a fixed one and warns of it', () => {
    expect(composed(['services', 'assessment-api', 'environment', 'TOKEN_KEY'])).toBe(variable('ASSESSMENT_TOKEN_KEY'))
  })

  it('holds no secret: what is not set is made by the container setup', () => {
    for (const name of ['REDIS_PASSWORD', 'POSTGRES_PASSWORD', 'DATA_KEYS', 'SOAR_CALLERS']) {
      const uses = compose.match(new RegExp(`\\$\\{${name}[^}]*\\}`, 'g')) ?? []
      expect(new Set(uses)).toEqual(new Set([variable(name)]))
    }
    expect(compose).not.toMatch(/sluice:sluice|redis:\/\/redis/)
  })

  it('mounts secrets where they are needed only, and for reading but in the container that makes them', () => {
    const mounts = (name: string) =>
      SERVICES.filter((service) => mountsOf(service).some((m) => m.startsWith(`${name}:`)))
    expect(mounts('data')).toEqual(['gateway', 'gateway-worker', 'admin', 'setup'])
    expect(mounts('soar')).toEqual(['soar-listener', 'setup'])
    expect(mounts('identity')).toEqual(['demo'])
    for (const service of SERVICES.filter((name) => name !== 'setup')) {
      for (const mount of mountsOf(service)) {
        if (!/^(redis|postgres|identity|prometheus|grafana):/.test(mount)) expect(mount).toMatch(/:ro$/)
      }
    }
    expect(composed(['services', 'setup', 'network_mode'])).toBe('none')
  })

  it('names images by exact version, with a variable for the digest, as the Dockerfile does', () => {
    expect(composed(['services', 'redis', 'image'])).toMatch(/^redis:\d+\.\d+\.\d+-alpine\$\{REDIS_DIGEST:-\}$/)
    expect(composed(['services', 'postgres', 'image'])).toMatch(/^postgres:\d+\.\d+-alpine\$\{POSTGRES_DIGEST:-\}$/)
    expect(composed(['services', 'prometheus', 'image'])).toMatch(
      /^prom\/prometheus:v\d+\.\d+\.\d+\$\{PROMETHEUS_DIGEST:-\}$/,
    )
    expect(composed(['services', 'grafana', 'image'])).toMatch(/^grafana\/grafana:\d+\.\d+\.\d+\$\{GRAFANA_DIGEST:-\}$/)
    const images = Array.from(read('infra/docker/Dockerfile').matchAll(/^FROM (\S+:\S+)/gm), (match) => match[1])
    const [, node] = /^ {2}node: (\S+)$/m.exec(read('pnpm-workspace.yaml')) ?? []
    expect(new Set(images)).toEqual(new Set([`node:${node}-bookworm-slim${variable('NODE_DIGEST', '')}`]))
    for (const name of OWN_SERVICES) {
      expect(composed(['services', name, 'build', 'args', 'NODE_DIGEST'])).toBe(variable('NODE_DIGEST'))
    }
  })

  it('lets only those reach the stores that use them', () => {
    const onNetwork = (network: string) => SERVICES.filter((name) => networksOf(name).includes(network))
    expect(composed(['networks', 'stores', 'internal'])).toBe(true)
    const others = SERVICES.filter((name) => !['assessment-api', 'setup', ...OPTIONAL.observability].includes(name))
    expect(onNetwork('stores')).toEqual(others)
    for (const store of ['redis', 'postgres']) expect(composed(['services', store, 'networks'])).toEqual(['stores'])
  })
})

describe('the sample provider of docker-compose.yml', () => {
  it('has one name for browsers and containers', () => {
    const aliases = composed(['services', 'demo', 'networks', 'callers', 'aliases'])
    expect(aliases).toEqual([new URL(DEMO_ISSUER).hostname])
    for (const name of ['gateway', 'gateway-worker', 'admin', 'soar-listener'])
      expect(networksOf(name)).toContain('callers')
  })
})

describe('the broker of docker-compose.yml', () => {
  const at = (name: string) => Object(composed(['services', name]))

  it('is the one of the tests, in the mode without ZooKeeper, and only the stores reach it', () => {
    const [, image] = /'(apache\/kafka:[\d.]+)'/.exec(read('packages/testkit/src/kafka/start-kafka.ts')) ?? []
    for (const name of OPTIONAL.kafka) {
      expect(at(name).image).toBe(`${image}${variable('KAFKA_DIGEST')}`)
      expect(at(name).networks).toEqual(['stores'])
    }
    expect(at('kafka').environment.KAFKA_PROCESS_ROLES).toBe('broker,controller')
  })

  it('has the name that it gives itself, which .env.example tells', () => {
    const { BOOTSTRAP } = at('kafka-topics').environment
    expect(at('kafka').environment.KAFKA_ADVERTISED_LISTENERS).toBe(`PLAINTEXT://${BOOTSTRAP}`)
    expect(read('.env.example')).toContain(`${BOOTSTRAP} is the broker`)
  })
})
