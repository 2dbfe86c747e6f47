import { branchesOf } from '../conditions.ts'
import type { ClassIr, Expression, FunctionIr, ModuleIr, ParameterIr, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { statement } from '../reader.ts'
import { field, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { readUse } from './imports.ts'
import { RustPatterns } from './patterns.ts'

/**
 * Reads Rust. A reference counts as what it points to, `Option` and `Result` as what they hold, modules within a file
 * as the file. Every file belongs to the package `crate`, by which the others know it.
 */
export function readRust(root: SyntaxNode, source: string): ModuleIr {
  return { package: 'crate', body: new RustReader(source).module(root), usesConstantsLater: true }
}

interface OpenClass {
  readonly name: string
  readonly at: number
  isExtension: boolean
  readonly supers: string[]
  readonly fields: Statement[]
  readonly methods: FunctionIr[]
  readonly constructors: FunctionIr[]
}

class RustReader extends RustPatterns {
  readonly #imports = new Map<string, string>()
  readonly #classes = new Map<string, OpenClass>()

  module(root: SyntaxNode): readonly Statement[] {
    this.#declare(root)
    const body = root.kids.flatMap((node) => this.statements(node))
    const classes = [...this.#classes.values()].map((cls): Statement => ({ k: 'class', cls: closed(cls) }))
    return [...body.filter(({ k }) => k === 'import'), ...classes, ...body.filter(({ k }) => k !== 'import')]
  }

  /** Aliases and modules may be used before they are written. */
  #declare(node: SyntaxNode): void {
    for (const item of node.kids) {
      if (item.type === 'type_item') {
        const path = this.pathOf(field(item, 'type'))
        const name = this.text(field(item, 'name'))
        if (path.parts.length > 0 && path.parts[0] !== name) this.aliases.set(name, path)
      }
      const body = item.type === 'mod_item' ? field(item, 'body') : undefined
      if (body === undefined) continue
      this.modules.add(this.text(field(item, 'name')))
      this.#declare(body)
    }
  }

  statements(node: SyntaxNode): readonly Statement[] {
    switch (node.type) {
      case 'use_declaration':
        return readUse(field(node, 'argument'), this.source, this.#imports).map(
          (of): Statement => ({ k: 'import', of: isChosenByBuild(node, this.source) ? { ...of, isOneOf: true } : of }),
        )
      case 'extern_crate_declaration': {
        const alias = field(node, 'alias')
        const path = this.text(field(node, 'name'))
        return alias ? [{ k: 'import', of: { local: this.text(alias), path } }] : []
      }
      case 'const_item':
      case 'static_item':
        return [this.#constant(node)]
      case 'let_declaration':
        return this.#let(node)
      case 'function_item':
        return [{ k: 'func', fn: this.#function(node) }]
      case 'mod_item':
      case 'foreign_mod_item': {
        const body = field(node, 'body')
        return body ? body.kids.flatMap((one) => this.statements(one)) : []
      }
      case 'struct_item':
      case 'enum_item':
      case 'trait_item':
      case 'union_item':
      case 'impl_item':
        this.#type(node)
        return []
      default:
        return this.#control(node)
    }
  }

  #control(node: SyntaxNode): readonly Statement[] {
    switch (node.type) {
      case 'expression_statement':
        return node.kids.flatMap((one) => this.#control(one))
      case 'return_expression':
        return [this.returned(node)]
      case 'if_expression':
        return this.#if(node)
      case 'match_expression': {
        const { of, arms } = this.arms(node)
        const branches = arms.map(
          ({ before, value, when }): Statement => ({
            k: 'branch',
            body: [...before, statement(value)],
            ...(when ? { when } : {}),
          }),
        )
        return [statement(of), ...branches]
      }
      case 'for_expression':
        return this.#for(node)
      case 'while_expression':
      case 'loop_expression':
        return [{ k: 'branch', body: node.kids.map((one) => statement(this.expression(one))), isLoop: true }]
      case 'empty_statement':
      case 'attribute_item':
      case 'inner_attribute_item':
      case 'macro_definition':
      case 'type_item':
      case 'associated_type':
      case 'function_signature_item':
        return []
      default:
        return [statement(this.expression(node))]
    }
  }

  #if(node: SyntaxNode): readonly Statement[] {
    const condition = field(node, 'condition')
    const alternative = field(node, 'alternative')?.kids[0]
    const [then, otherwise] = [field(node, 'consequence'), alternative].map(
      (one) => one && (one.type === 'block' ? [statement(this.block(one))] : this.#control(one)),
    )
    return branchesOf(condition && this.expression(condition), then ?? [], otherwise)
  }

  #for(node: SyntaxNode): readonly Statement[] {
    const pattern = field(node, 'pattern')
    const value = field(node, 'value')
    const body = field(node, 'body')
    const name = this.patternName(pattern)
    const target: Expression = name === '' ? NOTHING : { k: 'name', id: name, at: node.start }
    return [
      {
        k: 'each',
        target,
        of: value ? this.expression(value) : NOTHING,
        body: body ? [statement(this.block(body))] : [],
      },
    ]
  }

  #constant(node: SyntaxNode): Statement {
    const value = field(node, 'value')
    const type = this.type(field(node, 'type'))
    return {
      k: 'let',
      name: this.text(field(node, 'name')),
      type,
      ...(value ? { value: this.expression(value) } : {}),
      isStatic: true,
    }
  }

  #let(node: SyntaxNode): readonly Statement[] {
    const pattern = field(node, 'pattern')
    const value = field(node, 'value')
    const otherwise = field(node, 'alternative')
    const type = this.type(field(node, 'type'))
    const e = value ? this.expression(value) : undefined
    const name = this.patternName(pattern)
    const rest: readonly Statement[] = otherwise ? [{ k: 'branch', body: [statement(this.block(otherwise))] }] : []
    if (name !== '') return [{ k: 'let', name, type, ...(e ? { value: e } : {}) }, ...rest]
    return [...(e ? this.bind(pattern, e) : []), ...rest]
  }

  #type(node: SyntaxNode): void {
    if (node.type === 'impl_item') {
      this.#impl(node)
      return
    }
    const named = field(node, 'name')
    const cls = this.#classOf(this.text(named), named?.start ?? node.start)
    cls.isExtension = false
    const body = field(node, 'body')
    if (body === undefined) return
    if (node.type === 'trait_item') this.#members(cls, body)
    else if (node.type === 'enum_item') {
      for (const variant of kidsOf(body, 'enum_variant')) {
        const value = field(variant, 'value')
        const name = this.text(field(variant, 'name'))
        if (value) cls.fields.push({ k: 'let', name, value: this.expression(value), isStatic: true })
      }
    } else this.#fields(cls, body)
  }

  /** A struct literal passes its fields as a constructor would. */
  #fields(cls: OpenClass, body: SyntaxNode): void {
    const isTuple = body.type === 'ordered_field_declaration_list'
    const types = body.kids.filter(({ field: role }) => role === 'type')
    const params: readonly ParameterIr[] = isTuple
      ? types.map((one, i) => ({ name: String(i), type: this.type(one), isField: true }))
      : kidsOf(body, 'field_declaration').map((one) => ({
          name: this.text(field(one, 'name')),
          type: this.type(field(one, 'type')),
          isField: true,
        }))
    for (const { name, type = '' } of params) cls.fields.push({ k: 'let', name, type })
    cls.constructors.push({ name: '<init>', at: cls.at, params, body: [] })
  }

  #impl(node: SyntaxNode): void {
    const path = this.pathOf(field(node, 'type'))
    const name = path.parts.at(-1)
    const body = field(node, 'body')
    if (name === undefined || body === undefined) return
    const cls = this.#classOf(name, node.start)
    const trait = field(node, 'trait')
    if (trait) cls.supers.push(this.type(trait))
    const before = this.self
    this.self = path.parts
    this.#members(cls, body)
    this.self = before
  }

  #members(cls: OpenClass, body: SyntaxNode): void {
    for (const item of body.kids) {
      if (item.type === 'function_item' || item.type === 'function_signature_item') {
        cls.methods.push(this.#function(item))
      } else if (item.type === 'const_item') cls.fields.push(this.#constant(item))
    }
  }

  #classOf(name: string, at: number): OpenClass {
    const known = this.#classes.get(name)
    if (known !== undefined) return known
    const cls: OpenClass = { name, at, isExtension: true, supers: [], fields: [], methods: [], constructors: [] }
    this.#classes.set(name, cls)
    return cls
  }

  #function(node: SyntaxNode): FunctionIr {
    const name = field(node, 'name')
    const body = field(node, 'body')
    const { rest, tail } = body ? this.partsOf(body) : { rest: [] }
    const statements = rest.flatMap((one) => this.statements(one))
    const result: readonly Statement[] = tail ? [{ k: 'return', e: this.expression(tail) }] : []
    const returnType = this.type(field(node, 'return_type'))
    return {
      name: this.text(name),
      at: name?.start ?? node.start,
      params: this.#parameters(field(node, 'parameters')),
      body: [...statements, ...result],
      ...(returnType === '' ? {} : { returnType }),
    }
  }

  #parameters(node: SyntaxNode | undefined): readonly ParameterIr[] {
    return (node ? kidsOf(node, 'parameter') : []).map((one) => ({
      name: this.patternName(field(one, 'pattern')),
      type: this.type(field(one, 'type')),
    }))
  }
}

function closed(cls: OpenClass): ClassIr {
  const { isExtension, ...rest } = cls
  return { ...rest, constants: [], inner: [], ...(isExtension ? { isExtension } : {}) }
}

/** How far before a statement its attributes are looked for. */
const MAX_ATTRIBUTES = 400

/** Whether `#[cfg(..)]` stands before a statement. */
function isChosenByBuild(node: SyntaxNode, source: string): boolean {
  const before = source.slice(Math.max(0, node.start - MAX_ATTRIBUTES), node.start).trimEnd()
  return before.endsWith(']') && before.slice(before.lastIndexOf('#[')).startsWith('#[cfg')
}
