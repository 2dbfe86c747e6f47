import type { Expression, ParameterIr, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { field, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { construct, isAllocation } from './calls.ts'
import type { CExpressions } from './expressions.ts'
import { type CType, type Declared, declared, isByte, isPlain, NO_TYPE, parameterNodes } from './types.ts'

type Let = Extract<Statement, { k: 'let' }>

const MAX_BYTES = 8_192
/** What stands where nothing is said yet. */
const EMPTY =
  /^(?:NULL|nullptr|0|\{\s*(?:0|NULL|nullptr)?,?\s*\}|\{\s*\{\s*0?\s*\}\s*\}|[A-Z]\w*_(?:INIT|INITIALIZER|DEFAULT)(?:\(\))?|\w+_init\(\)|CK_INVALID_HANDLE)$/

/** Reads what a declaration makes. */
export class CDeclarations {
  readonly #expressions: CExpressions

  constructor(expressions: CExpressions) {
    this.#expressions = expressions
  }

  /** The variables of a declaration, or the fields of a struct. Prototypes are nothing. */
  variables(node: SyntaxNode, isLocal: boolean): readonly Let[] {
    const typeNode = field(node, 'type')
    const type = this.#expressions.type(typeNode)
    const isAuto = typeNode?.type === 'placeholder_type_specifier'
    const values = kidsOf(node, 'initializer_list')
    return node.kids.flatMap((one): Let[] => {
      if (one.field !== 'declarator') return []
      const found = declared(one)
      if (found.name === undefined || found.name.type === 'qualified_identifier') return this.#outside(found, type)
      const value = found.value ?? field(node, 'default_value') ?? values[0]
      const isField = node.type === 'field_declaration'
      return this.#variable({ ...found, ...(value ? { value } : {}) }, { type, typeNode, isLocal, isAuto, isField })
    })
  }

  #variable(
    found: Declared,
    {
      type,
      typeNode,
      isLocal,
      isAuto,
      isField,
    }: { type: CType; typeNode: SyntaxNode | undefined; isLocal: boolean; isAuto: boolean; isField: boolean },
  ): Let[] {
    const name = this.#expressions.text(found.name)
    const at = typeNode?.start ?? found.name?.start ?? 0
    const place = placeOf(typeNode, at)
    if (name === '') return []
    if (found.parameters !== undefined && found.sizes.length === 0 && found.value === undefined) {
      const isObject = isLocal && !found.isPointer && !isPlain(type.path) && looksLikeArguments(found.parameters)
      if (!isObject) return []
      const args = this.#expressions.arguments(found.parameters)
      return [
        {
          k: 'let',
          name,
          type: type.path,
          value: construct(this.#expressions.context, type, args, { at: place }),
        },
      ]
    }
    const isFunction = found.parameters !== undefined
    const own = isFunction ? NO_TYPE : type
    // Before the file's start nothing is reported: the declaration of a field is no use of its type.
    const made = isField && found.value === undefined ? -1 - place : place
    const value = found.sizes.length > 0 ? this.#array(name, found, own) : this.#value(found, own, made, isAuto)
    if (value.k === 'bytes') this.#expressions.context.sizes.set(name, value.count)
    return [
      { k: 'let', name, ...(isPlain(own.path) ? {} : { type: own.path }), ...(value === NOTHING ? {} : { value }) },
    ]
  }

  /** `int Box::size = 32`: a member of a class that stands elsewhere. */
  #outside({ name, value }: Declared, type: CType): Let[] {
    const own = name === undefined ? '' : this.#expressions.type(name).path
    if (own === '' || value === undefined) return []
    return [
      { k: 'let', name: own.slice(own.lastIndexOf('.') + 1), type: type.path, value: this.#expressions.read(value) },
    ]
  }

  #value({ value, isPointer, parameters }: Declared, type: CType, at: number, isAuto: boolean): Expression {
    const expressions = this.#expressions
    const text = expressions.text(value).slice(0, 60)
    const isNamed = !isAuto && !isPlain(type.path)
    if (value === undefined || EMPTY.test(text)) {
      return isNamed ? construct(expressions.context, type, [], { at }) : NOTHING
    }
    if (value.type === 'argument_list')
      return construct(expressions.context, type, expressions.arguments(value), { at })
    if (value.type === 'initializer_list') {
      if (expressions.context.members.has(type.path)) return expressions.initializer(value, type.path)
      const isList = /(?:^|\.)(?:vector|list|set|map|unordered_map|initializer_list)$/.test(type.path)
      if (isPlain(type.path) && !isPointer) return expressions.handedOn(value.kids[0])
      if (isList && !isByte(type.args[0] ?? '')) return this.#container(value, type)
      const hasNames = value.kids.some((one) => one.type === 'initializer_pair')
      if (hasNames) return expressions.initializer(value, '')
      return construct(expressions.context, type, expressions.arguments(value), { at })
    }
    // A function that is kept in a variable is chosen there.
    const e = parameters === undefined ? expressions.handedOn(value) : expressions.read(value)
    return isAllocation(e) && isNamed ? construct(expressions.context, type, [], { at }) : e
  }

  #container(list: SyntaxNode, type: CType): Expression {
    const pairs = list.kids.map((one) => (one.type === 'initializer_list' ? one.kids : []))
    if (/map$/.test(type.path) && pairs.every(({ length }) => length === 2)) {
      const entries = pairs.map(([key, value]) => ({
        key: this.#expressions.key(key),
        value: this.#expressions.read(value),
      }))
      return { k: 'map', entries }
    }
    const struct = type.args[0] ?? ''
    return { k: 'list', items: list.kids.map((one) => this.#item(one, struct)) }
  }

  #item(node: SyntaxNode, struct: string): Expression {
    const value = node.type === 'initializer_pair' ? field(node, 'value') : node
    if (value?.type !== 'initializer_list') return this.#expressions.read(value)
    const { context } = this.#expressions
    const hasNames = value.kids.some((one) => one.type === 'initializer_pair')
    // A struct that another file declares: the linker knows its members.
    const isElsewhere = !isPlain(struct) && !hasNames && value.kids.length > 1 && !context.members.has(struct)
    return isElsewhere && /^[a-z]\w*_t$|^[A-Z]\w*$/.test(struct)
      ? {
          k: 'call',
          callee: { k: 'name', id: struct, at: -1 - value.start },
          args: this.#expressions.arguments(value),
          isNew: true,
          at: -1 - value.start,
        }
      : this.#expressions.initializer(value, struct)
  }

  #array(name: string, { sizes, value }: Declared, type: CType): Expression {
    const expressions = this.#expressions
    const size = sizes.at(-1)
    const isText = value !== undefined && /string/.test(value.type)
    const count: Expression =
      size !== undefined
        ? expressions.read(size)
        : { k: 'num', v: Math.min(MAX_BYTES, value?.type === 'initializer_list' ? value.kids.length : 0) }
    const bytes = isByte(type.path) && !isText
    if (isByte(type.path)) expressions.context.sizes.set(name, count)
    if (bytes && (value === undefined || isBytes(value))) return { k: 'bytes', count }
    if (value?.type !== 'initializer_list') return value === undefined ? NOTHING : expressions.read(value)
    const table = this.#table(value, type.path)
    if (table !== undefined) return table
    return { k: 'list', items: value.kids.map((one) => this.#item(one, type.path)) }
  }

  /** `[KIND] = {...}`: rows by the names of an enumeration's constants. */
  #table(list: SyntaxNode, struct: string): Expression | undefined {
    const entries = list.kids.flatMap((one) => {
      const name = this.#expressions.rowName(one)
      return name === undefined ? [] : [{ key: { k: 'str', v: name } as const, value: this.#item(one, struct) }]
    })
    return entries.length > 0 && entries.length === list.kids.length ? { k: 'map', entries } : undefined
  }

  /** The parameters of a function. */
  parameters(list: SyntaxNode | undefined): readonly ParameterIr[] {
    return parameterNodes(list).flatMap((one): ParameterIr[] => {
      const found = declared(field(one, 'declarator'))
      const type = this.#expressions.type(field(one, 'type'))
      const name = this.#expressions.text(found.name)
      if (name === '' && type.path === 'void') return []
      const fallback = field(one, 'default_value')
      const named = isPlain(type.path) || found.parameters !== undefined ? {} : { type: type.path }
      return [{ name, ...named, ...(fallback ? { fallback: this.#expressions.read(fallback) } : {}) }]
    })
  }

  /** The names of a struct's members, in their order. */
  noteMembers(struct: string, body: SyntaxNode): void {
    const names = kidsOf(body, 'field_declaration').flatMap((one) =>
      one.kids.filter((part) => part.field === 'declarator').map((part) => this.#expressions.text(declared(part).name)),
    )
    this.#expressions.context.members.set(struct, names)
  }
}

/** Names alone: `T x(a, b)`; a real prototype names types and often parameters. */
function looksLikeArguments(list: SyntaxNode): boolean {
  const all = parameterNodes(list)
  return (
    all.length > 0 &&
    all.length === list.kids.length &&
    all.every((one) => {
      const declarator = field(one, 'declarator')
      const isCall = declarator?.type === 'abstract_function_declarator'
      return (
        (declarator === undefined || isCall) &&
        kid(one, 'type_qualifier') === undefined &&
        field(one, 'type')?.type !== 'primitive_type'
      )
    })
  )
}

function isBytes(value: SyntaxNode): boolean {
  return (
    value.type === 'initializer_list' &&
    value.kids.every((one) => /^(?:number|char)_literal$|^initializer_/.test(one.type))
  )
}

/** Where the last name of a type stands. */
function placeOf(type: SyntaxNode | undefined, otherwise: number): number {
  let at = type
  for (let i = 0; i < 16 && at?.type === 'qualified_identifier'; i += 1) at = field(at, 'name')
  return at?.start ?? otherwise
}
