import { execFile } from 'node:child_process'
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import { generateSource } from 'oazapfts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JAVA_SOURCE, makeProject, startApi, type TestApi } from './start-api.ts'

const run = promisify(execFile)
const driver = fileURLToPath(new URL('../../fixtures/generated-client/drive.ts', import.meta.url))
const runtime = fileURLToPath(new URL('../../node_modules/@oazapfts', import.meta.url))
const require = createRequire(import.meta.url)

/** `drive.ts`, which compiles only beside the client that it uses. */
type Drive = (url: string, project: string, fetch: typeof globalThis.fetch) => Promise<Record<string, unknown>>

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: [],
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: true,
    // Of the generator's own runtime.
    skipLibCheck: true,
    rootDir: '.',
    outDir: 'built',
  },
  files: ['drive.ts'],
}

describe('a client generated from the served document', () => {
  let api: TestApi
  let project: Awaited<ReturnType<typeof makeProject>>
  let workshop: Awaited<ReturnType<typeof makeProject>>
  beforeAll(async () => {
    project = await makeProject({ 'src/Keys.java': JAVA_SOURCE })
    workshop = await makeProject({})
    api = await startApi()
  })
  afterAll(async () => {
    await api.stop()
    await project.remove()
    await workshop.remove()
  })

  /** Generates the client, compiles the driver against it, and gives the driver. */
  async function build(): Promise<Drive> {
    const documentFile = join(workshop.path, 'document.json')
    await writeFile(documentFile, await (await api.get('/openapi/v1.json')).text())
    await writeFile(join(workshop.path, 'client.ts'), await generateSource(documentFile, {}))
    await writeFile(join(workshop.path, 'tsconfig.json'), JSON.stringify(TSCONFIG))
    await writeFile(join(workshop.path, 'package.json'), '{"type":"module"}')
    await copyFile(driver, join(workshop.path, 'drive.ts'))
    await mkdir(join(workshop.path, 'node_modules'))
    await symlink(runtime, join(workshop.path, 'node_modules/@oazapfts'))
    const compiler = resolve(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
    const compiled = await run(process.execPath, [compiler, '-p', workshop.path]).catch(
      (error: { stdout: string }) => error,
    )
    expect(compiled.stdout).toBe('')
    return (await import(pathToFileURL(join(workshop.path, 'built/drive.js')).href)).drive
  }

  it('compiles, drives the whole API, and finds every answer as it is described', async () => {
    const drive = await build()
    const watched = watch(await (await api.get('/openapi/v1.json')).json())
    const seen = await drive(api.url, project.path, watched.fetch)
    expect(watched.faults).toEqual([])
    expect(watched.unused()).toEqual([])
    expect(seen).toMatchObject({
      statuses: [500, 200, 200, 200, 500, 403],
      scanned: true,
      remembered: ['completed', 'failed'],
      counted: true,
      verdict: 'NonCompliant',
      keyIds: [64, 64],
      reports: ['<!doctype html>', '# '],
      questionnaire: { percent: 100, levels: ['Ready'], listed: [100], unknown: 404 },
    })
    expect(seen.risks).toContain('QuantumBroken')
    expect(seen.audited).toContain('Security Admin: POST /v1/scans Status: 200')
    expect(seen.audited).toContain('Security Admin: POST /v1/scans Status: 500')
  })
})

interface Document {
  components: { schemas: Record<string, object> }
  paths: Record<string, Record<string, Operation>>
}
interface Operation {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

/** A `fetch` that holds every answer against the document: status, media type, and members, with none beside them. */
function watch(document: unknown) {
  const { paths, components } = closeObjects(document as Document)
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  const faults: string[] = []
  const used = new Set<string>()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      operation,
    })),
  )

  async function check(url: string, method: string, response: Response): Promise<void> {
    const found = operations.find((one) => one.method === method && one.pattern.test(new URL(url).pathname))
    if (found === undefined) return void faults.push(`${method} ${url} is not described`)
    const { operationId, responses } = found.operation
    used.add(operationId)
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    const described = responses[response.status]?.content?.[type]
    if (described === undefined) return void faults.push(`${operationId}: ${response.status} ${type} is not described`)
    if (!type.endsWith('json')) return
    const schema: AnySchema = { ...described.schema, components }
    const validate = ajv.compile(schema)
    if (!validate(await response.json()))
      faults.push(`${operationId} ${response.status}: ${ajv.errorsText(validate.errors)}`)
  }

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await globalThis.fetch(input, init)
    await check(String(input), init?.method ?? 'GET', response.clone())
    return response
  }
  const unused = () => operations.map(({ operation }) => operation.operationId).filter((id) => !used.has(id))
  return { fetch, faults, unused }
}

/** Lets no object have members that are not described, unless its description says so. */
function closeObjects<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(closeObjects) as Value
  if (typeof value !== 'object' || value === null) return value
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closeObjects(member)]))
  const closes = 'properties' in members && members.type === 'object' && !('additionalProperties' in members)
  return (closes ? { ...members, additionalProperties: false } : members) as Value
}
