import { field, kidsOf, type SyntaxNode } from '../syntax/syntax-node.ts'
import { textOf } from './reader.ts'

/**
 * Imported names that a class of the file also has as a member: `import { sign } from ..` beside a method `sign`. A bare
 * name never means a member in JavaScript, unlike in Java; each gets a name here that no member has.
 */
export function shadowedImports(root: SyntaxNode, source: string): ReadonlyMap<string, string> {
  const members = new Set<string>()
  for (const node of root.kids) noteMembers(node, source, members, 0)
  const found = new Map<string, string>()
  if (members.size === 0) return found
  const declared = declaredNames(source)
  for (const name of root.kids.flatMap((node) => importedBy(node, source))) {
    if (members.has(name) && !declared.has(name)) found.set(name, `import ${name}`)
  }
  return found
}

/** Classes stand at the top, or in what is exported or assigned there. */
function noteMembers(node: SyntaxNode, source: string, members: Set<string>, depth: number): void {
  if (node.type === 'class_body') {
    for (const member of node.kids) members.add(textOf(field(member, 'name') ?? member, source).slice(0, 100))
  } else if (depth < 5 && DECLARING.test(node.type)) {
    for (const one of node.kids) noteMembers(one, source, members, depth + 1)
  }
}

const DECLARING =
  /^(?:class|export_|expression_statement|assignment_|lexical_|variable_|abstract_class|internal_module)/

function importedBy(node: SyntaxNode, source: string): readonly string[] {
  if (node.type === 'import_statement') {
    return kidsOf(node, 'import_clause').flatMap((clause) =>
      clause.kids.flatMap((one) => {
        if (one.type === 'identifier') return [textOf(one, source)]
        if (one.type === 'namespace_import') return one.kids.map((name) => textOf(name, source))
        return one.kids.flatMap((inner) => {
          const name = field(inner, 'alias') ?? field(inner, 'name')
          return name ? [textOf(name, source)] : []
        })
      }),
    )
  }
  return []
}

/** Variables and parameters, which may be meant as well. */
function declaredNames(source: string): ReadonlySet<string> {
  const found = source.matchAll(/\b(?:const|let|var|function)\s+(\w+)|\((\w+)\s*=>/g)
  return new Set([...found].map(([, variable, parameter]) => variable ?? parameter ?? ''))
}
