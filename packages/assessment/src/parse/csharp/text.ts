import type { Expression } from '../ir.ts'
import { textOf, unescapeText } from '../reader.ts'
import { field, kid, type SyntaxNode } from '../syntax-node.ts'

/** Types that stand for the one in their angle brackets, as far as values go. */
const HOLDERS = new Set(['Task', 'ValueTask', 'Lazy', 'Nullable', 'IOptions', 'IOptionsSnapshot', 'IOptionsMonitor'])

/** A type's name without its arguments; arrays keep their brackets; `Task<T>` and its like are `T`. */
export function csharpType(node: SyntaxNode | undefined, source: string): string {
  if (node === undefined || node.type === 'implicit_type' || node.type === 'tuple_type') return ''
  switch (node.type) {
    case 'generic_name': {
      const name = node.kids[0] ? textOf(node.kids[0], source) : ''
      const inner = kid(node, 'type_argument_list')?.kids[0]
      return HOLDERS.has(name) ? csharpType(inner, source) : name
    }
    case 'qualified_name':
      return `${csharpType(field(node, 'qualifier'), source)}.${csharpType(field(node, 'name'), source)}`
    case 'alias_qualified_name':
      return csharpType(field(node, 'name') ?? node.kids.at(-1), source)
    case 'nullable_type':
    case 'ref_type':
    case 'scoped_type':
    case 'pointer_type':
      return csharpType(field(node, 'type') ?? node.kids[0], source)
    case 'array_type':
      return `${csharpType(field(node, 'type') ?? node.kids[0], source)}[]`
    default:
      return textOf(node, source).replaceAll(/\s/g, '')
  }
}

/** A string, verbatim, raw or character literal. */
export function csharpText(node: SyntaxNode, source: string): Expression {
  const text = textOf(node, source)
  if (node.type === 'verbatim_string_literal') return { k: 'str', v: text.slice(2, -1).replaceAll('""', '"') }
  if (node.type === 'raw_string_literal') {
    const content = kid(node, 'raw_string_content')
    return { k: 'str', v: content ? textOf(content, source).trim() : '' }
  }
  return { k: 'str', v: unescapeText(text.replace(/u8$/i, '').slice(1, -1)) }
}

/** The parts of `$"..."`; what stands in braces is given to `read`. */
export function csharpTemplate(node: SyntaxNode, source: string, read: (node: SyntaxNode) => Expression): Expression {
  const isPlain = !textOf(node, source).slice(0, 3).includes('@')
  const parts = node.kids.flatMap((part): Expression[] => {
    if (part.type === 'string_content') return [{ k: 'str', v: textOf(part, source) }]
    if (part.type === 'escape_sequence') {
      const text = textOf(part, source)
      return [{ k: 'str', v: isPlain ? unescapeText(text) : text }]
    }
    const inner =
      part.type === 'interpolation' ? part.kids.find(({ type }) => type !== 'interpolation_brace') : undefined
    return inner ? [read(inner)] : []
  })
  return { k: 'add', parts: [{ k: 'str', v: '' }, ...parts] }
}
