import type { ModuleIr, Statement } from '../ir.ts'
import { textOf } from '../reader.ts'
import { field, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { CClasses } from './classes.ts'
import type { CContext } from './context.ts'
import { CDeclarations } from './declarations.ts'
import { CExpressions } from './expressions.ts'
import { MacroTable } from './macros.ts'
import { macrosOf } from './prepare.ts'
import { CStatements } from './statements.ts'
import { declared, typeOf } from './types.ts'

/**
 * Reads C and C++ from the tree of a text that `prepareC` or `prepareCpp` made; `original` still has its directives. A
 * namespace counts as nothing but the name of the module; macros that are no functions stand for what they say.
 */
export function readC(root: SyntaxNode, source: string, original: string): ModuleIr {
  const macros = new MacroTable(macrosOf(original))
  const context: CContext = {
    source,
    macros,
    aliases: new Map(),
    sizes: new Map(),
    members: new Map(),
    lambda: (node) => statements.lambda(node),
  }
  const expressions = new CExpressions(context)
  const declarations = new CDeclarations(expressions)
  const classes = new CClasses(expressions, declarations, (node) => statements.body(node))
  const statements = new CStatements(expressions, declarations, classes)
  noteTypes(root, context, declarations, 0)
  const body = root.kids.flatMap((node) => statements.top(node))
  const all: readonly Statement[] = [...macros.declarations(), ...classes.joined(oneEach(body))]
  const name = namespaceOf(root, source)
  return { ...(name === '' ? {} : { package: name }), body: all, hasPlainFields: true }
}

/** Structs and other names for types, before anything uses them. */
function noteTypes(node: SyntaxNode, context: CContext, declarations: CDeclarations, depth: number): void {
  if (depth > 60) return
  const { source, aliases } = context
  for (const one of node.kids) {
    if (one.type === 'type_definition') noteTypedef(one, context, declarations)
    else if (one.type === 'alias_declaration') {
      const name = field(one, 'name')
      const type = typeOf(field(one, 'type'), source, aliases)
      if (name && type.path !== '' && type.path !== textOf(name, source)) aliases.set(textOf(name, source), type)
    } else if (/^(?:struct|class|union)_specifier$/.test(one.type)) {
      const body = field(one, 'body')
      const { path } = typeOf(one, source)
      if (body && !hasConstructor(path, body, source)) declarations.noteMembers(path, body)
    }
    noteTypes(one, context, declarations, depth + 1)
  }
}

/** Braces behind such a type hold arguments, not members. */
function hasConstructor(type: string, body: SyntaxNode, source: string): boolean {
  return body.kids.some(
    (one) =>
      /^(?:function_definition|declaration)$/.test(one.type) &&
      kidsOf(one, 'function_declarator').some((declarator) => {
        const { name } = declared(declarator)
        return name !== undefined && textOf(name, source) === type
      }),
  )
}

function noteTypedef(node: SyntaxNode, { source, aliases }: CContext, declarations: CDeclarations): void {
  const typeNode = field(node, 'type')
  const type = typeOf(typeNode, source, aliases)
  for (const one of kidsOf(node, 'type_identifier', 'pointer_declarator', 'array_declarator')) {
    if (one.field !== 'declarator') continue
    const { name } = declared(one)
    const own = name === undefined ? '' : textOf(name, source)
    const body = typeNode && field(typeNode, 'body')
    if (body && type.path === '') declarations.noteMembers(own, body)
    else if (type.path !== '' && own !== '' && own !== type.path) aliases.set(own, type)
  }
}

/** A name that branches of `#if` define differently may be any of them. */
function oneEach(body: readonly Statement[]): readonly Statement[] {
  const seen = new Map<string, number>()
  const all: Statement[] = []
  for (const statement of body) {
    const before = statement.k === 'let' ? seen.get(statement.name) : undefined
    const first = before === undefined ? undefined : all[before]
    if (statement.k === 'let' && first?.k === 'let' && before !== undefined) {
      if (first.value && statement.value) {
        all[before] = { ...first, value: { k: 'choice', of: [first.value, statement.value] } }
      } else if (statement.value) all[before] = statement
      continue
    }
    if (statement.k === 'let') seen.set(statement.name, all.length)
    all.push(statement)
  }
  return all
}

/** The first namespace that has a name, with those in it: `acme.net`. */
function namespaceOf(root: SyntaxNode, source: string): string {
  const parts: string[] = []
  let at: SyntaxNode | undefined = root
  for (let i = 0; i < 8 && at !== undefined; i += 1) {
    const space: SyntaxNode | undefined = kid(at, 'namespace_definition')
    const name = space && field(space, 'name')
    if (name) parts.push(textOf(name, source).replaceAll('::', '.'))
    at = space && field(space, 'body')
  }
  return parts.join('.')
}
