import { type PolicyTest, policyTestShape } from '../../api/policies.ts'

/** What can be asked by the form; a test of another action is written as JSON. */
export const FORM_ACTIONS = [
  { value: 'invoke', label: 'does an action (A to H)', resource: 'Category, A to H' },
  { value: 'reveal', label: 'sees a value', resource: 'Type of data' },
  { value: 'useModel', label: 'uses a model', resource: 'Model' },
  { value: 'route', label: 'is routed to an endpoint', resource: 'Endpoint' },
  { value: 'useProviderTool', label: 'has a provider run a tool', resource: 'Type of tool' },
  { value: 'callTool', label: 'calls a tool of an MCP server', resource: 'SERVER/TOOL' },
] as const

type FormAction = (typeof FORM_ACTIONS)[number]['value']

/** A test as it is being written: texts, of which empty ones are left out. */
export interface TestForm {
  readonly name: string
  readonly as: string
  /** With commas between them, as policies are. */
  readonly groups: string
  readonly action: FormAction
  readonly resource: string
  /** The level of what the request holds. */
  readonly tile: string
  readonly reason: boolean
  readonly permittedLevel: string
  readonly region: string
  readonly effect: PolicyTest['effect']
  readonly by: string
}

/** What the writing begins with. */
export function beginTest(policyId: string): TestForm {
  return {
    ...{ name: '', as: '', groups: 'role:employee', action: 'invoke', resource: 'A', tile: '5', reason: false },
    ...{ permittedLevel: '', region: '', effect: 'hold', by: policyId },
  }
}

const TILED: ReadonlySet<string> = new Set(['invoke', 'route', 'callTool'])

/** Which fields an action has. */
export function fieldsOf(action: FormAction) {
  return { tile: TILED.has(action), reason: action === 'invoke', route: action === 'route' }
}

/** What is wrong, by field. */
export type TestFaults = Readonly<Partial<Record<'resource' | 'tile' | 'permittedLevel', string>>>

const CATEGORY = /^[A-H]$/
const TYPE = /^[A-Z][A-Z_]*$/
const LEVEL = /^[0-7]$/
const LEVEL_FAULT = 'From 0 to 7.'

/** Reads a form: the test, where nothing is wrong. */
export function testOf(form: TestForm): { readonly test?: PolicyTest; readonly faults: TestFaults } {
  const { action, effect, reason } = form
  const fields = fieldsOf(action)
  const [name, as, resource, tile] = [form.name.trim(), form.as.trim(), form.resource.trim(), form.tile.trim()]
  const isWrong =
    resource === '' ||
    (action === 'invoke' && !CATEGORY.test(resource)) ||
    (action === 'reveal' && !TYPE.test(resource))
  const isTileWrong = fields.tile && !(LEVEL.test(tile) || (tile === '' && !fields.route))
  const faults: TestFaults = {
    ...(isWrong && { resource: RESOURCE_FAULTS.get(action) ?? 'Name it.' }),
    ...(isTileWrong && { tile: LEVEL_FAULT }),
    ...(fields.route && !LEVEL.test(form.permittedLevel.trim()) && { permittedLevel: LEVEL_FAULT }),
  }
  if (Object.keys(faults).length > 0) return { faults }
  const by = namesOf(form.by)
  const region = form.region.trim()
  const test = policyTestShape.safeParse({
    ...(name !== '' && { name }),
    ...(as !== '' && { as }),
    ...{ groups: namesOf(form.groups), action, resource },
    ...(fields.tile && tile !== '' && { tile: Number(tile) }),
    ...(fields.reason && reason && { reason }),
    ...(fields.route && { permittedLevel: Number(form.permittedLevel) }),
    ...(fields.route && region !== '' && { region }),
    effect,
    ...(by.length > 0 && { by }),
  }).data
  return { ...(test && { test }), faults }
}

const RESOURCE_FAULTS: ReadonlyMap<string, string> = new Map([
  ['invoke', 'One of the letters A to H.'],
  ['reveal', 'A type as policies write it: CREDIT_CARD, PERSON.'],
])

/** Writes a test into the form; undefined where the form does not hold all of it. */
export function formOf(test: PolicyTest): TestForm | undefined {
  const action = FORM_ACTIONS.find(({ value }) => value === test.action)?.value
  if (action === undefined) return undefined
  const text = (name: string) => {
    const value = new Map<string, unknown>(Object.entries(test)).get(name)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const form: TestForm = {
    ...{ name: text('name'), as: text('as'), groups: test.groups.join(', '), action, resource: text('resource') },
    ...{ tile: text('tile'), reason: 'reason' in test && test.reason === true, permittedLevel: text('permittedLevel') },
    ...{ region: text('region'), effect: test.effect, by: test.by?.join(', ') ?? '' },
  }
  const written = testOf(form).test
  return written !== undefined && sorted(written) === sorted(test) ? form : undefined
}

/** Reads a test that is written as JSON. */
export function readTest(text: string): PolicyTest | undefined {
  try {
    return policyTestShape.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

function namesOf(text: string): string[] {
  return text.split(',').flatMap((name) => name.trim() || [])
}

function sorted(test: PolicyTest): string {
  return JSON.stringify(Object.entries(test).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
