import type { Argument, CallExpression, Expression } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { dotted, statement } from '../reader.ts'
import { field, type SyntaxNode } from '../syntax-node.ts'
import { MACRO_MARK } from './macros.ts'
import { type RustPath, RustTypes, toExpression } from './types.ts'

/** Methods that give back what they are called on, as far as values go: `Option`, `Result`, borrowing, copying. */
const TRANSPARENT_METHODS = new Set(
  `unwrap expect unwrap_unchecked ok ok_or ok_or_else map_err context with_context wrap_err unwrap_or_default clone
  cloned copied to_owned as_ref as_mut as_deref as_slice as_mut_slice into try_into into_inner to_vec borrow borrow_mut
  iter into_iter iter_mut collect as_array into_boxed_slice into_boxed_str as_bytes into_bytes to_bytes leak get_or_init
  inspect inspect_err unwrap_err by_ref into_owned rev`.split(/\s+/),
)
/** The same, but only where nothing is passed. */
const TRANSPARENT_WITHOUT_ARGUMENTS = new Set(['lock', 'read', 'write', 'get', 'deref', 'take', 'as_ptr'])
const CHAINING_METHODS = new Set(['map', 'and_then', 'then', 'flat_map', 'filter_map'])
/** Methods that hand each element to a closure. */
const ITERATING_METHODS = new Set(['for_each', 'filter', 'find', 'any', 'all', 'position'])
const FALLBACK_METHODS = new Set(['unwrap_or', 'unwrap_or_else', 'or', 'or_else', 'map_or', 'map_or_else'])

/** Functions that give back what they get, by their last two names. */
const TRANSPARENT_FUNCTIONS = new Set(
  `Box.new Arc.new Rc.new Mutex.new RwLock.new RefCell.new Cell.new Zeroizing.new Secret.new SecretBox.new Cow.Borrowed
  Cow.Owned Some Ok Pin.new Box.pin OnceCell.from Wrapping NonZeroU32.new NonZeroUsize.new NonZeroU32.new_unchecked
  Arc.clone Rc.clone Arc.from Box.from Rc.from String.from Vec.from PathBuf.from black_box`.split(/\s+/),
)
/** Values that a function makes when they are first asked for. */
const LAZY_FUNCTIONS = new Set(['Lazy.new', 'LazyLock.new', 'LazyCell.new'])

/** Methods that take a value for one of the type in angle brackets. */
const CASTING_METHODS = new Set(['downcast', 'downcast_ref', 'downcast_mut'])

/** Methods that only ask whether something is among others. */
const ASKING_METHODS = new Set(['contains', 'eq', 'ne', 'ptr_eq', 'contains_key', 'starts_with', 'ends_with'])

/** The calls of Rust; those that only hand a value on are that value. */
export abstract class RustCalls extends RustTypes {
  callOf(path: RustPath, args: readonly Argument[], how: { isNew: boolean; at: number }): CallExpression {
    const callee = toExpression(path)
    const { types } = path
    if (types.length === 0) return { k: 'call', callee, args, ...how }
    // What a generic function or struct of the project is given in angle brackets is handed on there.
    const given = path.parts.length === 1 ? types.flatMap((type, i) => typeGiven(type, i, how.at)) : []
    return { k: 'call', callee, args: [...args, ...given], ...how, typeArguments: types }
  }

  call(node: SyntaxNode): Expression {
    const callee = field(node, 'function')
    const args = (field(node, 'arguments')?.kids ?? []).filter(({ type }) => type !== 'attribute_item')
    if (callee === undefined) return NOTHING
    const method = callee.type === 'generic_function' ? field(callee, 'function') : callee
    if (method?.type === 'field_expression') return this.#method(method, args, this.typeArgumentsOf(callee))
    if (!/identifier$|^generic_function$/.test(callee.type)) {
      const target = this.expression(callee)
      return { k: 'call', callee: target, args: this.#args(args), isNew: false, at: node.start }
    }
    const path = this.pathOf(callee)
    const name = path.parts.slice(-2).join('.')
    if (name.endsWith(MACRO_MARK)) return this.#macro(name.slice(0, -1), args, path)
    const [first] = args
    if (first && args.length <= 2 && TRANSPARENT_FUNCTIONS.has(name)) return this.expression(first)
    if (first && LAZY_FUNCTIONS.has(name)) {
      return { k: 'call', callee: this.expression(first), args: [], isNew: false, at: first.start }
    }
    return this.callOf(path, this.#args(args), { isNew: false, at: path.at })
  }

  #args(nodes: readonly SyntaxNode[]): readonly Argument[] {
    return nodes.map((one) => ({ value: this.expression(one), at: one.start }))
  }

  #method(callee: SyntaxNode, args: readonly SyntaxNode[], types: readonly string[]): Expression {
    const owner = field(callee, 'value')
    const named = field(callee, 'field')
    const of = this.optional(owner)
    const name = this.text(named)
    const at = named?.start ?? callee.start
    const passed = args.map((one) => this.expression(one))
    const isPassedOn = TRANSPARENT_METHODS.has(name) || (passed.length === 0 && TRANSPARENT_WITHOUT_ARGUMENTS.has(name))
    if (isPassedOn) return passed.length === 0 ? of : { k: 'block', body: passed.map(statement), value: [of] }
    const [type] = types
    if (type !== undefined && CASTING_METHODS.has(name)) {
      return { k: 'block', body: [statement(of)], value: [{ k: 'cast', type, of: NOTHING, at }] }
    }
    if (ASKING_METHODS.has(name)) return { k: 'other', of: [of, ...passed].filter((one) => !isNameOnly(one)) }
    const last = passed.at(-1)
    if (last && CHAINING_METHODS.has(name)) {
      return { k: 'call', callee: last, args: [{ value: of }], isNew: false, at: last.k === 'member' ? last.at : at }
    }
    if (last?.k === 'lambda' && ITERATING_METHODS.has(name)) {
      const element: Expression = { k: 'index', of, key: NOTHING }
      const call: Expression = { k: 'call', callee: last, args: [{ value: element }], isNew: false, at }
      return { k: 'block', body: [statement(call)], value: [of] }
    }
    if (last && FALLBACK_METHODS.has(name)) {
      const other: Expression = last.k === 'lambda' ? { k: 'call', callee: last, args: [], isNew: false, at } : last
      return { k: 'choice', of: [of, other], as: 'fallback' }
    }
    return {
      k: 'call',
      callee: { k: 'member', of, name, at },
      args: passed.map((value, i) => ({ value, at: args[i]?.start ?? at })),
      isNew: false,
      at,
      ...(types.length > 0 ? { typeArguments: types } : {}),
    }
  }

  /** A macro that was made a call; see rust-macros.ts. */
  #macro(name: string, nodes: readonly SyntaxNode[], path: RustPath): Expression {
    const args = nodes.map((one) => this.expression(one))
    const last = name.slice(name.lastIndexOf('.') + 1)
    if (last === 'format') return formatted(args, path.at)
    if (last === 'concat') return { k: 'add', parts: args }
    if (last === 'dbg') return args[0] ?? NOTHING
    return { k: 'other', of: args.filter((one) => !isNameOnly(one)) }
  }
}

/** A type in angle brackets, as an argument of that place. */
function typeGiven(type: string, i: number, at: number): readonly Argument[] {
  const path = type.replaceAll('::', '.')
  return /^[A-Za-z_][\w.]*$/.test(path) ? [{ name: `<${i}>`, value: dotted(path, at) }] : []
}

/** A name that is only compared or printed is not used. */
export function isNameOnly(e: Expression): boolean {
  if (e.k === 'list') return e.items.every(isNameOnly)
  return e.k === 'name' || (e.k === 'member' && isNameOnly(e.of)) || e.k === 'str' || e.k === 'this'
}

/** `format!("{}-{size}", name)` as joined parts. */
function formatted([template, ...args]: readonly Expression[], at: number): Expression {
  if (template?.k !== 'str') return { k: 'other', of: args }
  const parts: Expression[] = []
  let last = 0
  let next = 0
  for (const hole of template.v.matchAll(/\{(\w*)(?::[^{}]{0,20})?\}/g)) {
    parts.push({ k: 'str', v: template.v.slice(last, hole.index) })
    const [all, name = ''] = hole
    if (name === '') {
      parts.push(args[next] ?? NOTHING)
      next += 1
    } else if (/^\d+$/.test(name)) parts.push(args[Number(name)] ?? NOTHING)
    else parts.push(named(args, name) ?? { k: 'name', id: name, at })
    last = hole.index + all.length
  }
  return { k: 'add', parts: [...parts, { k: 'str', v: template.v.slice(last) }] }
}

/** `format!("{bits}", bits = 2048)`. */
function named(args: readonly Expression[], name: string): Expression | undefined {
  const found = args.find((one) => one.k === 'assign' && one.target.k === 'name' && one.target.id === name)
  return found?.k === 'assign' ? found.value : undefined
}
