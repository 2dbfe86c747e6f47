import type { Argument, Expression, MapEntry, Offset, Statement } from './ir.ts'
import { NOTHING } from './ir.ts'
import { statement } from './reader.ts'

/** Members of a header that name an algorithm (RFC 7515 section 4.1.1, RFC 7516 section 4.1.2). */
const HEADER_MEMBERS = new Set(['alg', 'enc'])
const CONSTANT = /^[A-Z][A-Z0-9_]+$/
/** What stands beside `kty` in a JSON Web Key (RFC 7517 section 4, RFC 7518 section 6). */
const KEY_MEMBERS = /^(?:crv|n|e|x|y|d|k|p|q|use|kid|alg|key_ops)$/

/**
 * The headers of tokens and the JSON Web Keys that programs put together by hand, as calls `jose().alg(value)`,
 * `jose().enc(value)` and `jose().kty(value, crv: value)` that rules look for; see packs/README.md.
 *
 * @returns the same entries, and one more for each call, that adds nothing to the map.
 */
export function withJoseMembers(entries: readonly MapEntry[]): readonly MapEntry[] {
  const named = new Map(entries.flatMap((one) => (one.key.k === 'str' ? [[one.key.v, one] as const] : [])))
  const calls: Expression[] = []
  for (const name of HEADER_MEMBERS) {
    const entry = named.get(name)
    const value = entry && chosen(entry.value)
    if (entry?.at !== undefined && value) calls.push(joseCall(name, entry.at, [{ value }]))
  }
  const type = named.get('kty')
  const curve = named.get('crv')
  if (type?.at !== undefined && type.value.k === 'str' && [...named.keys()].some((name) => KEY_MEMBERS.test(name))) {
    const named: readonly Argument[] =
      curve?.value.k === 'str' && curve.at !== undefined ? [{ name: 'crv', value: curve.value, at: curve.at }] : []
    calls.push(joseCall('kty', type.at, [{ value: type.value, at: type.at }, ...named]))
  }
  return calls.length === 0 ? entries : [...entries, ...calls.map((value) => ({ key: NOTHING, value }))]
}

/** The same for `header['alg'] = value`. */
export function joseStatements(target: Expression, value: Expression, at: Offset): readonly Statement[] {
  if (target.k !== 'index' || target.key.k !== 'str' || !HEADER_MEMBERS.has(target.key.v)) return []
  const plain = chosen(value)
  return plain ? [statement(joseCall(target.key.v, at, [{ value: plain }]))] : []
}

function joseCall(name: string, at: Offset, args: readonly Argument[]): Expression {
  const of: Expression = { k: 'name', id: 'jose()', at }
  return { k: 'call', callee: { k: 'member', of, name, at }, args, isNew: false, at }
}

/** A text, a name that is written like a constant's, or one of such; what is handed on is chosen elsewhere. */
function chosen(e: Expression): Expression | undefined {
  switch (e.k) {
    case 'str':
      return e
    case 'name':
      return CONSTANT.test(e.id) ? e : undefined
    case 'member':
      return CONSTANT.test(e.name) ? e : undefined
    case 'case':
      return chosen(e.value)
    case 'choice':
    case 'block': {
      const all = (e.k === 'choice' ? e.of : e.value).flatMap((one) => chosen(one) ?? [])
      return all.length > 0 ? { k: 'choice', of: all } : undefined
    }
    default:
      return undefined
  }
}
