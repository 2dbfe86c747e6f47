import type { CallExpression, ClassIr, Expression, Statement } from '../ir.ts'

/*
 * Values that a container hands on by a token: tsyringe, inversify, NestJS and Angular. Who provides one and who has it
 * injected need not know each other; for the analysis the token is a class of its own with one field.
 */

function classOf(token: string): string {
  return `token ${token}`
}

/** What `@Inject(TOKEN)` or `inject(TOKEN)` gives; undefined for any other call. */
function injectedBy({ callee, args, isNew }: CallExpression): Expression | undefined {
  const name = callee.k === 'name' ? callee.id : callee.k === 'member' ? callee.name : ''
  const token = /^(?:inject|Inject)$/.test(name) && !isNew ? tokenOf(args[0]?.value) : undefined
  if (token === undefined) return undefined
  return { k: 'member', of: { k: 'name', id: classOf(token), at: -1 }, name: token, at: -1 }
}

/** `container.register(TOKEN, { useValue: x })`, `container.bind(TOKEN).toConstantValue(x)`, `inject(TOKEN)`. */
export function injectedByCall(call: CallExpression): Expression {
  const { callee, args } = call
  const injected = injectedBy(call)
  if (injected !== undefined) return injected
  if (callee.k !== 'member') return call
  if (/^(?:register|forRoot)Async$/.test(callee.name)) return madeByFactory(call, callee)
  if (/^register(?:Instance)?$/.test(callee.name)) {
    const [first, second] = args
    const given = callee.name === 'register' ? memberOf(second?.value, 'useValue') : second?.value
    return provided(call, tokenOf(first?.value), given)
  }
  if (callee.name !== 'toConstantValue' || callee.of.k !== 'call') return call
  return provided(call, tokenOf(callee.of.args[0]?.value), args[0]?.value)
}

/**
 * `M.registerAsync({ useFactory: () => options })` is `M.register(options)` with the options that the factory makes.
 */
function madeByFactory(call: CallExpression, callee: Extract<Expression, { k: 'member' }>): Expression {
  const [first] = call.args
  if (first?.value.k !== 'map') return call
  const plain: Expression = { ...callee, name: callee.name.replace(/Async$/, '') }
  const entries = first.value.entries.map((entry) => {
    const isFactory = entry.key.k === 'str' && entry.key.v === 'useFactory' && entry.value.k === 'lambda'
    return isFactory ? { ...entry, value: givenTo(plain, entry.value, call.at) } : entry
  })
  return { ...call, args: [{ ...first, value: { k: 'map', entries } }] }
}

/** A function whose results are handed to another. */
function givenTo(callee: Expression, e: Expression, at: number): Expression {
  if (e.k !== 'lambda') return e
  const body = e.fn.body.map((one): Statement => {
    if (one.k !== 'return') return one
    return { k: 'return', e: { k: 'call', callee, args: [{ value: one.e }], isNew: false, at } }
  })
  return { k: 'lambda', fn: { ...e.fn, body } }
}

/** `{ provide: TOKEN, useValue: x }`. */
export function injectedByObject(map: Extract<Expression, { k: 'map' }>): Expression {
  return provided(map, tokenOf(memberOf(map, 'provide')), memberOf(map, 'useValue'))
}

function memberOf(e: Expression | undefined, name: string): Expression | undefined {
  return e?.k === 'map' ? e.entries.find(({ key }) => key.k === 'str' && key.v === name)?.value : undefined
}

function tokenOf(e: Expression | undefined): string | undefined {
  const name = e?.k === 'name' ? e.id : e?.k === 'member' ? e.name : e?.k === 'str' ? e.v : undefined
  return name === undefined || !/^[\w$ -]{2,80}$/.test(name) ? undefined : name
}

function provided(whole: Expression, token: string | undefined, value: Expression | undefined): Expression {
  if (token === undefined || value === undefined) return whole
  const field: Statement = { k: 'let', name: token, value }
  const cls: ClassIr = {
    name: classOf(token),
    at: -1,
    supers: [],
    fields: [field],
    methods: [],
    constructors: [],
    constants: [],
    inner: [],
  }
  return { k: 'block', body: [{ k: 'class', cls }], value: [whole] }
}
