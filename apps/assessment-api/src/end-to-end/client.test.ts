import { type AssessmentClient, type AssessmentRecords, createAssessmentClient } from '@sluice/api-clients/assessment'
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLIENTS, JAVA_SOURCE, makeProject, startApi, type TestApi } from './start-api.ts'

/** The body of an answer of status 200. */
function ok<Data>({ data, error, response }: { data?: Data; error?: unknown; response: Response }): Data {
  if (data === undefined) throw new Error(`status ${response.status}: ${JSON.stringify(error)}`)
  return data
}

describe('the typed client', () => {
  let api: TestApi
  let project: Awaited<ReturnType<typeof makeProject>>
  let watched: ReturnType<typeof watch>
  let admin: AssessmentClient
  beforeAll(async () => {
    project = await makeProject({ 'src/Keys.java': JAVA_SOURCE })
    api = await startApi()
    watched = watch(await (await api.get('/openapi/v1.json')).json())
    admin = await signIn(CLIENTS.ConsultantAdmin)
  })
  afterAll(async () => {
    await api.stop()
    await project.remove()
  })

  const clientOf = (token?: string) =>
    createAssessmentClient({ baseUrl: api.url, fetch: watched.fetch, ...(token === undefined ? {} : { token }) })
  async function signIn(clientId: string): Promise<AssessmentClient> {
    return clientOf(ok(await clientOf().POST('/v1/auth/token', { body: { clientId } })).token)
  }
  const query = (more: object = {}) => ({ params: { query: { project: project.path, ...more } } })
  const missing = () => ({ params: { query: { project: `${project.path}/nothing` } } })

  it('scans, and reads the history and the trail', async () => {
    const scanning = admin.POST('/v1/scans', { body: { project: project.path } })
    // Whatever has begun, or ended already.
    for (const one of ok(await admin.GET('/v1/scans'))) expect(one).toMatchObject({ path: project.path })
    const scan = ok(await scanning)
    expect(ok(await admin.GET('/v1/scans'))).toEqual([])
    const failed = await admin.POST('/v1/scans', { body: { project: `${project.path}/nothing` } })
    expect(failed.response.status).toBe(500)
    const [unfinished, latest] = ok(await admin.GET('/v1/history'))
    expect(unfinished).toMatchObject({ status: 'failed', findingCount: 0, score: 0 })
    expect(latest).toMatchObject({ id: scan.id, status: 'completed', findingCount: scan.findings })
    const audit = ok(await admin.GET('/v1/audit'))
    expect(audit.map(({ action, target, detail, actor }) => `${actor}: ${action} ${target} ${detail}`)).toEqual([
      'Security Admin: POST /v1/scans Status: 500',
      'Security Admin: POST /v1/scans Status: 200',
      'anonymous: POST /v1/auth/token Status: 200',
    ])
  })

  it('reads every document of a project', async () => {
    const cbom = ok(await admin.GET('/v1/cbom', query()))
    const cyclonedx = await admin.GET('/v1/cbom', query({ format: 'cyclonedx', version: '1.7' }))
    expect(cyclonedx.response.headers.get('content-type')).toContain('version=1.7')
    expect(ok(await admin.GET('/v1/cbom/key')).keys.map(({ keyId }) => keyId.length)).toEqual([64, 64])
    const summary = ok(await admin.GET('/v1/findings', query()))
    if (!('findings' in summary && 'header' in cbom)) throw new Error('these are not the forms of the API')
    const worst: AssessmentRecords['Finding'] | undefined = summary.findings.find(
      ({ risk }) => risk === 'QuantumBroken',
    )
    expect(worst?.algorithm).toBe('RSA')
    expect(ok(await admin.GET('/v1/findings', query({ format: 'sarif' })))).toMatchObject({ version: '2.1.0' })
    const score = ok(await admin.GET('/v1/scores', query()))
    expect([summary.findings.length, score.findingCount]).toEqual([summary.count, summary.count])
    expect(cbom.header.projectPath).toBe(project.path)
    expect(ok(await admin.GET('/v1/cnsa-verdict', query())).verdict).toBe('NonCompliant')
    const plan = ok(await admin.GET('/v1/plan', query()))
    expect(plan.items).toHaveLength(plan.itemCount)
  })

  it('uploads a project, and removes it', async () => {
    const body = new Blob([zipSync({ 'a.java': strToU8(JAVA_SOURCE) })], { type: 'application/zip' })
    const uploaded = ok(
      await admin.POST('/v1/projects', {
        params: { query: { name: 'shop', leftOut: 0 } },
        headers: { 'content-type': 'application/zip' },
        // The description knows a file as text only.
        body: body as unknown as string,
        bodySerializer: (file) => file,
      }),
    )
    const { projects } = ok(await admin.GET('/v1/projects'))
    expect(projects.find(({ name }) => name === 'shop')).toEqual(uploaded)
    const removed = await admin.DELETE('/v1/projects/{name}', { params: { path: { name: 'shop' } } })
    expect(removed.response.status).toBe(204)
    expect(ok(await admin.GET('/v1/permissions')).role).toBe('ConsultantAdmin')
  })

  it('reads reports', async () => {
    const html = await admin.GET('/v1/reports', { ...query(), parseAs: 'text' })
    expect(ok(html).slice(0, 15)).toBe('<!doctype html>')
    const markdown = await admin.GET('/v1/reports', { ...query({ format: 'md' }), parseAs: 'text' })
    expect(ok(markdown).slice(0, 2)).toBe('# ')
    const body = { project: project.path, organization: 'Example' }
    const pdf = await admin.POST('/v1/reports/render', { body, parseAs: 'arrayBuffer' })
    expect(Buffer.from(ok(pdf)).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('answers a questionnaire as well as can be, by what the template alone says', async () => {
    const [first] = ok(await admin.GET('/v1/questionnaire/templates'))
    const byId = (id: string) => ({ params: { path: { id } } })
    const template = ok(await admin.GET('/v1/questionnaire/templates/{id}', byId(first?.id ?? '')))
    const answers = template.sections.flatMap((section) =>
      section.questions.map((question) => {
        const best = question.options.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))[0]
        return { questionId: question.id, value: best?.value ?? '', score: best?.score ?? 0 }
      }),
    )
    const { id } = ok(await admin.POST('/v1/questionnaire/submit', { body: { templateId: template.id, answers } }))
    const again = ok(await admin.GET('/v1/questionnaire/responses/{id}', byId(id)))
    expect(again.score.readinessPercent).toBe(100)
    expect(new Set(again.score.sections.map(({ level }) => level))).toEqual(new Set(['Ready']))
    const listed = ok(await admin.GET('/v1/questionnaire/responses'))
    expect(listed.map(({ score }) => score.readinessPercent)).toEqual([100])
    expect((await admin.GET('/v1/questionnaire/responses/{id}', byId('nothing'))).response.status).toBe(404)
  })

  it('tells a refusal from a failure', async () => {
    expect((await clientOf().GET('/v1/history')).response.status).toBe(401)
    const auditor = await signIn(CLIENTS.Auditor)
    const forbidden = await auditor.GET('/v1/reports', { ...query(), parseAs: 'text' })
    expect(forbidden.response.status).toBe(403)
    const failed = await admin.GET('/v1/scores', missing())
    expect(failed.error).toEqual({ error: 'Internal server error', id: expect.any(String) })
    expect(failed.response.headers.get('x-scan-failure')).toBe('not-found')
    expect((await admin.GET('/v1/cbom', missing())).error).toEqual({ title: 'Scan incomplete', status: 500 })
  })

  it('has called every operation, and each answer was as it is described', () => {
    expect(watched.faults).toEqual([])
    expect(watched.unused()).toEqual([])
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
    if (response.status === 204 && responses[204] !== undefined) return
    const described = responses[response.status]?.content?.[type]
    if (described === undefined) return void faults.push(`${operationId}: ${response.status} ${type} is not described`)
    if (!type.endsWith('json')) return
    const schema: AnySchema = { ...described.schema, components }
    const validate = ajv.compile(schema)
    if (!validate(await response.json()))
      faults.push(`${operationId} ${response.status}: ${ajv.errorsText(validate.errors)}`)
  }

  const fetch = async (request: Request) => {
    const response = await globalThis.fetch(request)
    await check(request.url, request.method, response.clone())
    return response
  }
  const unused = () => operations.map(({ operation }) => operation.operationId).filter((id) => !used.has(id))
  return { fetch, faults, unused }
}

/** Described by schemas of their own. */
const OF_OTHERS = ['Sarif', 'CycloneDx']

/** Lets no object have members that are not described, but for documents that others describe. */
function closeObjects<Value>(value: Value, isOpen = false): Value {
  if (Array.isArray(value)) return value.map((one) => closeObjects(one)) as Value
  if (typeof value !== 'object' || value === null) return value
  const members = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, closeObjects(member, OF_OTHERS.includes(name))]),
  )
  const closes = !isOpen && 'properties' in members && members.type === 'object' && !('additionalProperties' in members)
  return (closes ? { ...members, additionalProperties: false } : members) as Value
}
