import type { ClassIr, Expression, FunctionIr, Statement } from '../ir.ts'
import { parseWholeNumber, statement } from '../reader.ts'
import { field, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { construct } from './calls.ts'
import type { CDeclarations } from './declarations.ts'
import type { CExpressions } from './expressions.ts'
import { type CType, declared } from './types.ts'

interface Parts {
  methods: FunctionIr[]
  constructors: FunctionIr[]
}

/** Reads structs, classes and the methods that stand outside of them. */
export class CClasses {
  readonly #expressions: CExpressions
  readonly #declarations: CDeclarations
  readonly #body: (node: SyntaxNode | undefined) => readonly Statement[]
  /** Methods by the class that they are of. */
  readonly #outside = new Map<string, Parts>()
  /** What the fields of a class are declared as, by both names. */
  readonly #fields = new Map<string, CType>()
  /** Parameters of methods of which a class only has the prototype. */
  readonly #prototypes = new Map<string, FunctionIr['params'][]>()

  constructor(
    expressions: CExpressions,
    declarations: CDeclarations,
    body: (node: SyntaxNode | undefined) => readonly Statement[],
  ) {
    this.#expressions = expressions
    this.#declarations = declarations
    this.#body = body
  }

  /** The class or the enumeration of a type; `otherwise` is its name where it has none of its own. */
  read(node: SyntaxNode, otherwise: string): readonly Statement[] {
    const body = field(node, 'body')
    if (body === undefined) return []
    if (node.type === 'enum_specifier') return this.#enumeration(body)
    if (!/^(?:struct|class|union)_specifier$/.test(node.type)) return []
    const name = this.#expressions.type(field(node, 'name')).path || otherwise
    return name === '' ? this.#inner(body) : [{ k: 'class', cls: this.#class(node, name, body) }]
  }

  /** Enumerators with a number, or with a name of a library's, serve as constants. */
  #enumeration(body: SyntaxNode): readonly Statement[] {
    return kidsOf(body, 'enumerator').flatMap((one): Statement[] => {
      const value = field(one, 'value')
      const name = this.#expressions.text(field(one, 'name'))
      if (value === undefined || /^(?:MBEDTLS|GCRY|GNUTLS|NID|CKM|PSA)_/.test(name)) return []
      // Before the file's start nothing is reported: a definition is no use yet.
      if (value.type === 'identifier') {
        return [{ k: 'let', name, value: { k: 'name', id: this.#expressions.text(value), at: -1 - value.start } }]
      }
      const v = parseWholeNumber(this.#expressions.text(value))
      return v === undefined || v < 16 ? [] : [{ k: 'let', name, value: { k: 'num', v } }]
    })
  }

  #inner(body: SyntaxNode): readonly Statement[] {
    return body.kids.flatMap((one) => {
      const type = one.type === 'field_declaration' ? field(one, 'type') : one
      return type === undefined ? [] : this.read(type, '')
    })
  }

  #class(node: SyntaxNode, name: string, body: SyntaxNode): ClassIr {
    const members = membersOf(body)
    for (const one of members) this.#noteFields(name, one)
    const functions = members
      .filter(({ type }) => type === 'function_definition')
      .map((one) => this.function(one, name))
    const inner = this.#inner(body)
    for (const one of members) this.#notePrototype(name, one)
    const supers = kidsOf(node, 'base_class_clause').flatMap((clause) =>
      clause.kids.flatMap((one) => this.#expressions.type(one).path || []),
    )
    return {
      name,
      at: node.start,
      supers,
      fields: [
        ...inner.filter(({ k }) => k === 'let'),
        ...members
          .filter(({ type }) => type === 'field_declaration' || type === 'declaration')
          .flatMap((one) => this.#declarations.variables(one, false)),
      ],
      methods: functions.filter((one) => one.name !== name),
      constructors: functions.filter((one) => one.name === name),
      constants: [],
      inner: inner.flatMap((one) => (one.k === 'class' ? one.cls : [])),
    }
  }

  #noteFields(cls: string, node: SyntaxNode): void {
    if (node.type !== 'field_declaration') return
    const type = this.#expressions.type(field(node, 'type'))
    for (const one of node.kids) {
      if (one.field !== 'declarator') continue
      const { name, isPointer } = declared(one)
      if (!isPointer) this.#fields.set(`${cls}.${this.#expressions.text(name)}`, type)
    }
  }

  /** Values that parameters have by default stand in the class, not where the method does. */
  #notePrototype(cls: string, node: SyntaxNode): void {
    for (const one of node.kids) {
      if (one.field !== 'declarator') continue
      const { name, parameters } = declared(one)
      if (parameters === undefined) continue
      const params = this.#declarations.parameters(parameters)
      if (!params.some(({ fallback }) => fallback !== undefined)) continue
      const key = `${cls}.${this.#expressions.text(name)}`
      this.#prototypes.set(key, [...(this.#prototypes.get(key) ?? []), params])
    }
  }

  /** `owner` is the class where the function stands; of one that stands outside its name tells it. */
  function(node: SyntaxNode, owner?: string): FunctionIr {
    const { name, parameters } = declared(field(node, 'declarator'))
    const path = this.#expressions.type(name).path || this.#expressions.text(name)
    const cls = owner ?? path.split('.').at(-2) ?? ''
    const isStatic = node.kids.some(
      (one) => one.type === 'storage_class_specifier' && this.#expressions.text(one) === 'static',
    )
    const list = kidsOf(node, 'field_initializer_list')[0]
    return {
      name: path.slice(path.lastIndexOf('.') + 1),
      at: name?.start ?? node.start,
      params: this.#declarations.parameters(parameters),
      body: [...(list ? this.#initializers(list, cls) : []), ...this.#body(field(node, 'body'))],
      isStatic,
    }
  }

  /** `Box(int n) : size_(n) {}` */
  #initializers(list: SyntaxNode, cls: string): readonly Statement[] {
    return kidsOf(list, 'field_initializer').map((one) => {
      const [target, given] = one.kids
      const args = this.#expressions.arguments(given)
      const { path } = this.#expressions.type(target)
      const isField = target?.type === 'field_identifier' && !path.includes('.')
      const at = target?.start ?? one.start
      if (!isField) return statement(construct(this.#expressions.context, this.#expressions.type(target), args, { at }))
      const [first] = args
      const isCopy = args.length === 1 && (first?.value.k === 'name' || first?.value.k === 'member')
      const type = this.#fields.get(`${cls}.${path}`)
      const isOfLibrary = type?.path.includes('.') === true && !isCopy
      const value: Expression = isOfLibrary
        ? construct(this.#expressions.context, type, args, { at })
        : args.length === 1 && first
          ? first.value
          : { k: 'other', of: args.map((arg) => arg.value) }
      return statement({ k: 'assign', target: { k: 'member', of: { k: 'this' }, name: path, at }, value })
    })
  }

  /** A method that stands outside of its class. */
  add(owner: string, fn: FunctionIr, node: SyntaxNode): void {
    const parts = this.#outside.get(owner) ?? { methods: [], constructors: [] }
    this.#outside.set(owner, parts)
    const isConstructor = fn.name === owner && field(node, 'type') === undefined
    if (isConstructor) parts.constructors.push(fn)
    else parts.methods.push(fn)
  }

  /** The program with every method in its class; a class that stands in another file is made up. */
  joined(body: readonly Statement[]): readonly Statement[] {
    const known = new Set<string>()
    const all = body.map((one): Statement => {
      if (one.k !== 'class') return one
      known.add(one.cls.name)
      return { k: 'class', cls: this.#withParts(one.cls) }
    })
    for (const [name, { methods, constructors }] of this.#outside) {
      if (known.has(name)) continue
      const [first] = [...methods, ...constructors]
      const cls = { name, at: first?.at ?? 0, supers: [], fields: [], methods, constructors, constants: [], inner: [] }
      all.push({ k: 'class', cls })
    }
    return all
  }

  #withParts(cls: ClassIr): ClassIr {
    const parts = this.#outside.get(cls.name)
    const inner = cls.inner.map((one) => this.#withParts(one))
    if (parts === undefined) return inner.length === 0 ? cls : { ...cls, inner }
    const complete = (fn: FunctionIr): FunctionIr => this.#withDefaults(cls.name, fn)
    return {
      ...cls,
      inner,
      methods: [...cls.methods, ...parts.methods.map(complete)],
      constructors: [...cls.constructors, ...parts.constructors.map(complete)],
    }
  }

  #withDefaults(cls: string, fn: FunctionIr): FunctionIr {
    const params = this.#prototypes.get(`${cls}.${fn.name}`)?.find(({ length }) => length === fn.params.length)
    if (params === undefined) return fn
    return { ...fn, params: fn.params.map((one, i) => ({ ...params[i], ...one })) }
  }
}

/** Members, also those between `#if` and `#endif`. */
function membersOf(body: SyntaxNode): readonly SyntaxNode[] {
  return body.kids.flatMap((one) => {
    if (one.type === 'template_declaration') return one.kids.filter(({ type }) => type === 'function_definition')
    return one.type.startsWith('preproc_') ? membersOf(one) : [one]
  })
}
