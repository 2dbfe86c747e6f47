import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { RegistryFault, readRegistryFile } from './read-registry.ts'

const folder = mkdtempSync(join(tmpdir(), 'registry-'))
const path = join(folder, 'endpoints.yaml')
writeFileSync(join(folder, 'key'), 'from-a-file\n')
writeFileSync(join(folder, 'two-lines'), 'a\nb\n')
afterAll(() => rmSync(folder, { recursive: true }))

const env = { MODEL_KEY: 'from-the-environment', EMPTY: '' }

function read(text: string) {
  writeFileSync(path, text)
  return readRegistryFile(path, env)
}

/** The faults of a text; none where it is taken. */
function faultsOf(text: string): readonly string[] {
  try {
    read(text)
    return []
  } catch (error) {
    if (error instanceof RegistryFault) return error.faults
    throw error
  }
}

const WHOLE = `
endpoints:
  - name: openai
    kind: openai
    baseUrl: https://api.openai.com/v1
    apiKey: { env: MODEL_KEY }
    tenantKeys:
      acme: { file: key }
    permittedLevel: 5
    providerKind: hosted
    region: eu
    retentionDays: 30
    models: [gpt-5, gpt-5-mini]
    aliases: { fast: gpt-5-mini }
    price: { currency: EUR, input: 1.25, output: 10, cachedInput: 0.125 }
    prices:
      gpt-5-mini: { currency: EUR, input: 0.25, output: 2 }
    priority: 0
    weight: 3
    timeouts: { headersMs: 30000 }
    concurrency: 64
    requestsPerMinute: 600
  - name: local
    baseUrl: http://models.internal:8000/v1
    headers: { x-team: gateway, api-key: { file: key } }
    permittedLevel: 7
    models: [llama]
    embeddingModels: [bge]
mcpServers:
  - { name: tickets, url: 'https://mcp.internal/tickets', permittedLevel: 3, apiKey: { env: MODEL_KEY } }
recognizers:
  - { name: presidio, kind: presidio, url: 'http://presidio:3000', permittedLevel: 6, languages: [en], apiKey: { file: key } }
`

describe('the registry file', () => {
  it('is read from YAML, with the secrets that it names', () => {
    const { config, files } = read(WHOLE)!
    const [openai, local] = config.endpoints
    expect(openai).toMatchObject({ apiKey: 'from-the-environment', tenantKeys: { acme: 'from-a-file' }, weight: 3 })
    expect(local).toMatchObject({ headers: { 'x-team': 'gateway', 'api-key': 'from-a-file' }, weight: 1 })
    expect(config.mcpServers).toMatchObject([{ name: 'tickets', apiKey: 'from-the-environment' }])
    expect(config.recognizers).toMatchObject([
      { name: 'presidio', apiKey: 'from-a-file', minScore: 0.5, whenDown: 'deny', whenNotPermitted: 'embedded' },
    ])
    expect(files).toEqual([path, join(folder, 'key')])
  })

  it('is read from JSON, and a bare list is one of endpoints', () => {
    const list = [{ name: 'a', baseUrl: 'http://a/v1', permittedLevel: 1, models: ['m'] }]
    expect(read(JSON.stringify(list))?.config).toMatchObject({ endpoints: list, mcpServers: [] })
    expect(read(JSON.stringify({ endpoints: list }))?.config).toMatchObject({ endpoints: list })
  })

  it.each(['', '\n', '  '])('counts as none where it is empty: %j', (text) => expect(read(text)).toBeUndefined())

  const role = (container: string) => `models: [m], kind: bedrock, aws: { region: r, container: ${container} }`
  const one = (members: string) => `endpoints: [{ name: a, baseUrl: 'http://a/v1', permittedLevel: 1, ${members} }]`
  it.each<[string, string, RegExp]>([
    ['broken YAML', 'endpoints: [', /not valid YAML: \w+ at character \d+/],
    ['a name twice in a mapping', one('models: [m], models: [n]'), /DUPLICATE_KEY/],
    ['YAML aliases', `x: &x [m]\n${one('models: *x')}`, /aliases|x/],
    ['no endpoints', 'endpoints: []', /endpoints/],
    ['an unknown member', one('models: [m], colour: red'), /colour/],
    ['a literal key', one('models: [m], apiKey: sk-secret'), /apiKey: must name a secret/],
    ['a literal key of a tenant', one('models: [m], tenantKeys: { acme: sk-secret }'), /tenantKeys.acme: must name/],
    [
      'a literal secret header',
      one('models: [m], headers: { Authorization: sk-secret }'),
      /headers: must name a secret/,
    ],
    [
      'a header in place of the keys of tenants',
      one('models: [m], tenantKeys: { acme: { file: key } }, headers: { API-Key: { file: key } }'),
      /in place of tenantKeys/,
    ],
    ['a variable that is not set', one('models: [m], apiKey: { env: NONE }'), /a: the variable NONE is not set/],
    ['an empty variable', one('models: [m], apiKey: { env: EMPTY }'), /a: the variable EMPTY is empty/],
    ['a file that is not there', one('models: [m], apiKey: { file: gone }'), /a: the file gone cannot be read/],
    ['a folder', one('models: [m], apiKey: { file: . }'), /a: the file \. is no regular file/],
    [
      'a key of two lines',
      one('models: [m], apiKey: { file: two-lines }'),
      /a: the file two-lines holds what no header/,
    ],
    ['no model', one('models: []'), /at least one model/],
    [
      'a level that there is not',
      one('models: [m], permittedLevel: 8').replace('permittedLevel: 1, ', ''),
      /permittedLevel/,
    ],
    ['an alias of another model', one('models: [m], aliases: { fast: n }'), /alias for a model/],
    ['an alias that is a model', one('models: [m, n], aliases: { m: n }'), /alias that is the name/],
    ['an address of another protocol', one('models: [m]').replace('http://a', 'file:///a'), /baseUrl/],
    [
      'too many keys of tenants',
      one(
        `models: [m], tenantKeys: { ${Array.from({ length: 1_001 }, (_, tenant) => `t${tenant}: { env: MODEL_KEY }`)} }`,
      ),
      /more than 1000 tenantKeys/,
    ],
    ['a negative price', one('models: [m], price: { currency: EUR, input: -1, output: 1 }'), /price.input/],
    ['a name for two', `${one('models: [m]')}\nmcpServers: [{ name: a, url: 'http://b', permittedLevel: 1 }]`, /twice/],
    [
      'a role beside keys',
      one(
        'models: [m], kind: bedrock, aws: { region: r, accessKeyId: { file: key }, secretAccessKey: { file: key }, container: { relativeUri: /a } }',
      ),
      /aws: must have accessKeyId and secretAccessKey, or webIdentity, or container/,
    ],
    ['half a key', one('models: [m], kind: bedrock, aws: { region: r, accessKeyId: { file: key } }'), /aws: must have/],
    ['no way to a role', one('models: [m], kind: bedrock, aws: { region: r }'), /aws: must have/],
    ['two places for a role', one(role("{ fullUri: 'https://a', relativeUri: /b }")), /either fullUri or relativeUri/],
    ['a role from anywhere', one(role("{ fullUri: 'http://sk-secret.example/' }")), /a: the fullUri is neither https/],
    ['a role from the metadata of a host', one(role("{ fullUri: 'http://169.254.169.254/' }")), /fullUri is neither/],
    [
      'a token that leaves in clear',
      one(
        "models: [m], kind: bedrock, aws: { region: r, webIdentity: { roleArn: { file: key }, tokenFile: /t, endpoint: 'http://sts' } }",
      ),
      /a: the endpoint of STS is not https/,
    ],
    ['a relative address that is none', one(role('{ relativeUri: sk-secret }')), /a: the relativeUri is no path/],
    ['a section that there is not', `${one('models: [m]')}\nguardModels: []`, /guardModels/],
  ])('is refused with %s, and no value is quoted', (_what, text, fault) => {
    const faults = faultsOf(text).join('\n')
    expect(faults).toMatch(fault)
    expect(faults).not.toContain('sk-secret')
  })

  it('takes a role by the variables that the platform sets, where the file names them', () => {
    const awsOf = (aws: string) =>
      read(one(`models: [m], kind: bedrock, aws: { region: eu-west-1, ${aws} }`))?.config.endpoints[0]?.aws
    expect(awsOf('webIdentity: { roleArn: { env: MODEL_KEY }, tokenFile: /var/run/token }')).toEqual({
      region: 'eu-west-1',
      webIdentity: { roleArn: env.MODEL_KEY, tokenFile: '/var/run/token' },
    })
    expect(awsOf("container: { fullUri: 'http://169.254.170.23/v1/credentials', authorizationTokenFile: /t }")).toEqual(
      {
        region: 'eu-west-1',
        container: { fullUri: 'http://169.254.170.23/v1/credentials', authorizationTokenFile: '/t' },
      },
    )
    expect(awsOf('container: { relativeUri: /v2/credentials/1 }')).toMatchObject({
      container: { relativeUri: '/v2/credentials/1' },
    })
  })

  it.each<[string, object, RegExp]>([
    ['the name of an endpoint', { name: 'a' }, /twice/],
    ['no language', { languages: [] }, /languages/],
    ['an unknown kind', { kind: 'other' }, /kind/],
    ['a type that there is not', { types: { NRP: 'NOTHING' } }, /types.NRP/],
    ['a type that is registered otherwise', { types: { NRP: 'CODENAME' } }, /types.NRP/],
    ['a literal key', { apiKey: 'sk-secret' }, /apiKey: must name a secret/],
    ['too long a time', { timeoutMs: 30_000 }, /timeoutMs/],
  ])('is refused with a recognizer that has %s', (_what, changes, fault) => {
    const recognizer = { name: 'r', kind: 'presidio', url: 'http://r', permittedLevel: 1, languages: ['en'] }
    const endpoints = [{ name: 'a', baseUrl: 'http://a/v1', permittedLevel: 1, models: ['m'] }]
    const faults = faultsOf(JSON.stringify({ endpoints, recognizers: [{ ...recognizer, ...changes }] })).join('\n')
    expect(faults).toMatch(fault)
    expect(faults).not.toContain('sk-secret')
  })

  it('names the files of a fault, so that a better one there is noticed', () => {
    try {
      read(one('models: [m], apiKey: { file: gone }'))
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ files: [join(folder, 'gone')] })
    }
  })

  it('is refused where there is no file, or no regular one', () => {
    expect(() => readRegistryFile(join(folder, 'none'), env)).toThrow(/cannot be read/)
    expect(() => readRegistryFile(folder, env)).toThrow(/no regular file/)
  })
})
