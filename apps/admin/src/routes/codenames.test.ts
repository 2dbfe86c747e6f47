import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AdminStack, okJson, problemOf, startAdminStack, TIME } from '../testing/test-stack.ts'

const PATH = '/admin/private-semantic-map'
const DEPT_ADMIN = { sub: 'office', groups: ['role:dept-admin', 'dept:finance'] }

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack({
    DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') }),
    CODENAME_CLASSES: JSON.stringify({ secret: 7, confidential: 5 }),
    CODENAME_UPLOAD_BYTES: '100000',
  })
})
afterAll(() => stack.stop())

const upload = (terms: readonly unknown[], members: object = {}) =>
  stack.call('erin', 'POST', PATH, { mode: 'add', terms, ...members })

async function uploadCsv(csv: string, query: string): Promise<Response> {
  const token = await stack.mint({ sub: 'erin', groups: ['role:aigo', 'dept:finance'] })
  return await fetch(`${stack.url}${PATH}${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv; charset=utf-8' },
    body: csv,
  })
}

const pageSchema = z.looseObject({
  version: z.number(),
  departments: z.record(z.string(), z.number()),
  data: z.array(z.unknown()),
  next: z.string().optional(),
})

async function view(query = '') {
  return pageSchema.parse(await okJson(await stack.call('erin', 'GET', `${PATH}${query}`)))
}

const FALCON = {
  term: 'Nightfall',
  aliases: ['Dusk Fall'],
  class: 'secret',
  department: 'finance',
  replacement: 'FALCON',
}

/** Reading leaves records, too. */
const changesOnRecord = async () => (await stack.takeRecords()).filter(({ event }) => event !== 'codenames.read')

describe('the codename registry', () => {
  it('is empty before the first upload', async () => {
    expect(await view()).toEqual({
      ...{ version: 0, total: 0, departments: {}, gateways: [], data: [] },
    })
  })

  it('takes terms, changes and removes them, and puts each upload on record without a term', async () => {
    const hr = { term: 'Blue Heron', class: 5, department: 'hr' }
    const first = await okJson(await upload([FALCON, hr, { term: 'Orion' }], { version: 0, reason: 'Project start.' }))
    expect(first).toEqual({ version: 1, added: 3, changed: 0, removed: 0, total: 3, announced: true })
    const records = await changesOnRecord()
    expect(records).toEqual([
      expect.objectContaining({
        ...{ event: 'codenames.changed', actor: 'user:erin', tenant: 'default', reason: 'Project start.' },
        details: { mode: 'add', registry_version: 1, added: 3, changed: 0, removed: 0, total: 3 },
      }),
    ])
    expect(JSON.stringify(records)).not.toMatch(/nightfall|heron/i)

    const page = await view('?limit=2')
    expect(page).toMatchObject({ version: 1, changed_by: 'user:erin', changed_at: TIME, total: 3 })
    expect(page.departments).toEqual({ finance: 1, hr: 1, '': 1 })
    const rest = await view(`?limit=2&cursor=${page.next}`)
    expect(rest).not.toHaveProperty('next')
    const all = [...page.data, ...rest.data]
    expect(all).toHaveLength(3)
    expect(all).toEqual(
      expect.arrayContaining([FALCON, { ...hr, class: '5', aliases: [] }, { term: 'Orion', aliases: [] }]),
    )

    // As it is compared: in another case and another spacing it is the same term.
    const second = await okJson(await upload([{ term: 'NIGHT fall', class: 'confidential' }]))
    expect(second).toEqual({ version: 2, added: 0, changed: 1, removed: 0, total: 3, announced: true })
    const same = await okJson(await upload([{ term: 'NIGHT fall', class: 'confidential' }]))
    expect(same).toMatchObject({ version: 2, changed: 0 })
    const third = await okJson(await upload([{ term: 'blueheron' }], { mode: 'remove' }))
    expect(third).toMatchObject({ version: 3, removed: 1, total: 2 })
    const fourth = await okJson(await upload([FALCON], { mode: 'replace' }))
    expect(fourth).toMatchObject({ version: 4, added: 0, changed: 1, removed: 1, total: 1 })
    expect((await changesOnRecord()).map(({ event }) => event)).toEqual(Array(3).fill('codenames.changed'))
  })

  it('keeps nothing of a term readable in the database', async () => {
    await okJson(await upload([FALCON], { mode: 'replace' }))
    const { rows } = await stack.database.orm.execute('select * from codename_blocks')
    expect(rows).not.toHaveLength(0)
    expect(JSON.stringify(rows)).not.toMatch(/nightfall|dusk/i)
  })

  it('takes a CSV', async () => {
    const csv =
      '\ufeffterm,aliases,class,department,replacement\r\n"Night, fall",Dusk|Dawn Fall,7,finance,FALCON\r\nOrion,,,,\r\n'
    expect(await okJson(await uploadCsv(csv, '?mode=replace'))).toMatchObject({ total: 2 })
    const { data } = await view()
    expect(data).toEqual(
      expect.arrayContaining([
        {
          term: 'Night, fall',
          aliases: ['Dusk', 'Dawn Fall'],
          class: '7',
          department: 'finance',
          replacement: 'FALCON',
        },
        { term: 'Orion', aliases: [] },
      ]),
    )
  })

  it('reports bad rows by line, without what stands in them, and stores nothing of them', async () => {
    const { version } = await view()
    const rows = [
      'term,aliases,class,replacement',
      'Good Name,,,',
      'Nightfall,,top,',
      'x,,,',
      'Heron,good-name,,',
      'Owl,,,owl',
    ]
    const problem = await problemOf(await uploadCsv(rows.join('\n'), '?mode=add'))
    expect(problem.code).toBe('invalid_request')
    expect(problem.errors?.map(({ line, message }) => [line, message])).toEqual([
      [3, expect.stringContaining('class')],
      [4, expect.stringContaining('letters')],
      [5, expect.stringContaining('line 2')],
      [6, expect.stringContaining('A-Z')],
    ])
    expect(JSON.stringify(problem)).not.toMatch(/good|heron|top/i)
    expect(await view()).toMatchObject({ version })
  })

  it.each([
    ['a header that names no column', 'a,b\n1,2'],
    ['a header without the term', 'class\n7'],
    ['a row of another length', 'term,class\nNightfall'],
    ['a quote that does not end', 'term\n"Nightfall'],
    ['no row', 'term\n'],
    ['nothing', ''],
  ])('refuses a CSV with %s', async (_, csv) => {
    const problem = await problemOf(await uploadCsv(csv, '?mode=add'))
    expect(problem.errors?.[0]?.line).toEqual(expect.any(Number))
    expect(JSON.stringify(problem)).not.toMatch(/nightfall/i)
  })

  it('lists a hundred faults of many, and says that there are more', async () => {
    const { errors = [] } = await problemOf(await upload(Array.from({ length: 300 }, () => ({ term: '-' }))))
    expect(errors).toHaveLength(101)
    expect(errors.at(-1)).not.toHaveProperty('line')
  })

  it('refuses another version, JSON that is none, a CSV without a mode, and a body beyond the bound', async () => {
    expect(await problemOf(await upload([FALCON], { version: 999 }))).toMatchObject({ code: 'conflict', status: 409 })
    expect(await problemOf(await stack.call('erin', 'POST', PATH, '{"mode":'))).toMatchObject({
      code: 'invalid_request',
    })
    expect(await problemOf(await uploadCsv('term\nOrion', ''))).toMatchObject({ code: 'invalid_request' })
    const long = await stack.call('erin', 'POST', PATH, { mode: 'add', terms: ['x'.repeat(100_000)] })
    expect(await problemOf(long)).toMatchObject({ code: 'request_too_large' })
  })

  it('shows a department administrator the own department only, and lets nobody but AIGO upload', async () => {
    await okJson(await upload([FALCON, { term: 'Heron', department: 'hr' }, { term: 'Orion' }], { mode: 'replace' }))
    const page = await okJson(await stack.call(DEPT_ADMIN, 'GET', PATH))
    expect(page).toMatchObject({ total: 1, departments: { finance: 1 }, data: [FALCON] })
    const other = await okJson(await stack.call(DEPT_ADMIN, 'GET', `${PATH}?department=hr`))
    expect(other).toMatchObject({ total: 0, data: [] })
    for (const caller of [DEPT_ADMIN, 'carol', 'dave', 'u-alice'] as const) {
      const refused = await stack.call(caller, 'POST', PATH, { mode: 'add', terms: [FALCON] })
      expect(await problemOf(refused)).toMatchObject({ code: 'action_not_permitted' })
    }
  })

  it('refuses an upload that cannot be recorded', async () => {
    const full = await stack.another({ OUTBOX_MAX_RECORDS: '1' })
    await okJson(await upload([FALCON, { term: 'Grey Owl' }]))
    const { version } = await view()
    const token = await stack.mint({ sub: 'erin', groups: ['role:aigo', 'dept:finance'] })
    const refused = await fetch(`${full.url}${PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ mode: 'add', terms: [{ term: 'Red Kite' }] }),
    })
    expect(await problemOf(refused)).toMatchObject({ code: 'audit_unavailable' })
    expect(await view()).toMatchObject({ version })
  })

  it('cannot be viewed or changed without the data keys', async () => {
    const bare = await startAdminStack({ DATA_KEYS: '' })
    try {
      expect(await problemOf(await bare.call('erin', 'GET', PATH))).toMatchObject({ code: 'dependency_unavailable' })
      const refused = await bare.call('erin', 'POST', PATH, { mode: 'add', terms: [FALCON] })
      expect(await problemOf(refused)).toMatchObject({ code: 'dependency_unavailable' })
    } finally {
      await bare.stop()
    }
  })
})

describe('POST /admin/private-semantic-map/check', () => {
  const check = async (body: unknown) => okJson(await stack.call('erin', 'POST', `${PATH}/check`, body))

  it('says what an upload would change, and changes nothing', async () => {
    const before = await view()
    await stack.takeRecords()
    const [fresh, other] = [
      { term: 'Never Seen', class: 3 },
      { term: 'Never Heard', class: 3 },
    ]
    const checked = await check({ mode: 'add', terms: [fresh, other] })
    const { version, total } = z.looseObject({ version: z.number(), total: z.number() }).parse(before)
    expect(checked).toEqual({ valid: true, version, added: 2, changed: 0, removed: 0, total: total + 2 })
    expect(await changesOnRecord()).toEqual([])
    expect(await view()).toEqual(before)
    expect(await okJson(await upload([fresh, other], { version }))).toMatchObject({ added: 2, version: version + 1 })
    const stale = await stack.call('erin', 'POST', `${PATH}/check`, { mode: 'add', version, terms: [fresh] })
    expect(await problemOf(stale)).toMatchObject({ code: 'conflict' })
  })

  it('lists faulty rows by line, of a CSV and of JSON', async () => {
    const response = await fetch(`${stack.url}${PATH}/check?mode=add`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await stack.mint({ sub: 'erin', groups: ['role:aigo'] })}`,
        'content-type': 'text/csv',
      },
      body: 'term,class\nGood,5\n,5\nBad,99\n',
    })
    expect(await okJson(response)).toEqual({
      ...{ valid: false, more: false },
      faults: [
        { line: 3, message: expect.stringMatching(/^term: /) },
        { line: 4, message: expect.stringMatching(/^class: /) },
      ],
    })
    expect(await check({ mode: 'add', terms: [{ term: 'Good', class: 5 }, {}] })).toMatchObject({
      ...{ valid: false, faults: [{ line: 2 }] },
    })
  })
})
