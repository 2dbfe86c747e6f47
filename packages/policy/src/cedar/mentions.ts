import type { PolicyJson } from '@cedar-policy/cedar-wasm/nodejs'

/** What policies look at beyond what a remembered decision is always kept by. */
export interface Mentions {
  /** Who exactly the caller is, beyond its tenant, roles, groups and departments. */
  readonly identity: boolean
  readonly resource: boolean
  readonly time: boolean
  /** Of the tile its level, or more. */
  readonly tile: 'no' | 'level' | 'whole'
}

const NOTHING_MENTIONED: Mentions = { identity: false, resource: false, time: false, tile: 'no' }

/** Puts together what several policies look at. */
export function joinMentions(all: readonly Mentions[]): Mentions {
  const tiles = new Set(all.map(({ tile }) => tile))
  return {
    identity: all.some(({ identity }) => identity),
    resource: all.some(({ resource }) => resource),
    time: all.some(({ time }) => time),
    tile: tiles.has('whole') ? 'whole' : tiles.has('level') ? 'level' : 'no',
  }
}

/** Attributes of the caller that its roles and groups do not determine. */
const IDENTITY_ATTRIBUTES: ReadonlySet<string> = new Set(['sub', 'username', 'client'])

/**
 * Finds what a policy looks at. It errs on the side of more: a variable that is used as a whole counts as looked at in
 * every part, and the name of any user counts as a look at who the caller is.
 */
export function mentionsOf(policy: PolicyJson): Mentions {
  const { principal, resource, conditions } = policy
  const found = conditions.map(({ body }) => inExpression(body))
  const scope: Mentions = {
    ...NOTHING_MENTIONED,
    identity: namesUser(principal) || namesUser(resource),
    resource: resource.op !== 'All' && (resource.op !== 'is' || resource.in !== undefined),
  }
  return joinMentions([scope, ...found])
}

/** An object with one member, whose name says what kind of expression it is (the JSON policy format of Cedar). */
function inExpression(expression: unknown): Mentions {
  if (typeof expression !== 'object' || expression === null) return NOTHING_MENTIONED
  if (Object.hasOwn(expression, 'Value')) return { ...NOTHING_MENTIONED, identity: namesUser(expression) }
  // Its names are the author's own.
  const record = member(expression, 'Record')
  if (typeof record === 'object' && record !== null) return inAll(Object.values(record))
  return ofPath(pathOf(expression)) ?? ofMembership(expression) ?? inAll(Object.values(expression))
}

function inAll(expressions: readonly unknown[]): Mentions {
  return joinMentions(expressions.map(inExpression))
}

/** From a variable to what is looked at of it; undefined where an expression is no such path. */
function pathOf(expression: unknown): readonly string[] | undefined {
  const variable = member(expression, 'Var')
  if (typeof variable === 'string') return [variable]
  const presence = member(expression, 'has')
  const access = presence ?? member(expression, '.')
  const path = access === undefined ? undefined : pathOf(member(access, 'left'))
  if (path === undefined) return undefined
  const attribute = member(access, 'attr')
  const names = Array.isArray(attribute) ? attribute.map(String) : [String(attribute)]
  return [...path, ...names, ...(presence === undefined ? [] : [PRESENCE])]
}

/** Ends a path of which only its presence is looked at. No attribute has such a name. */
const PRESENCE = '?'

function ofPath(path: readonly string[] | undefined): Mentions | undefined {
  if (path === undefined) return undefined
  const [variable, attribute, inner] = path
  switch (variable) {
    case 'principal':
      return { ...NOTHING_MENTIONED, identity: attribute === undefined || IDENTITY_ATTRIBUTES.has(attribute) }
    case 'resource':
      return { ...NOTHING_MENTIONED, resource: true }
    case 'context':
      return ofContext(attribute, inner)
    default:
      return NOTHING_MENTIONED
  }
}

function ofContext(attribute: string | undefined, inner: string | undefined): Mentions {
  switch (attribute) {
    case undefined:
      return { ...NOTHING_MENTIONED, time: true, tile: 'whole' }
    case 'time':
      return { ...NOTHING_MENTIONED, time: true }
    case 'tile':
      return { ...NOTHING_MENTIONED, tile: inner === 'level' || inner === PRESENCE ? 'level' : 'whole' }
    default:
      return NOTHING_MENTIONED
  }
}

/** `principal in ...` looks at groups and roles, unless a user stands on the right; `is` looks at the type only. */
function ofMembership(expression: object): Mentions | undefined {
  const membership = member(expression, 'in') ?? member(expression, 'is')
  const left = member(membership, 'left')
  if (member(left, 'Var') !== 'principal') return undefined
  return joinMentions([inExpression(member(membership, 'right')), inExpression(member(membership, 'in'))])
}

function namesUser(constraint: unknown): boolean {
  if (typeof constraint !== 'object' || constraint === null) return false
  return isUser(constraint) || Object.values(constraint).some(namesUser)
}

function isUser(value: object): boolean {
  return member(value, 'type') === 'User' && typeof member(value, 'id') === 'string'
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}
