import type { Expression } from '../ir.ts'
import { textOf, unescapeText } from '../reader.ts'
import { kidsOf, type SyntaxNode } from '../syntax-node.ts'

/** Types that stand for the one in their angle brackets, as far as values go. */
const HOLDERS = new Set(['Lazy', 'Deferred', 'Provider', 'Result', 'CompletableDeferred'])

/** A type's name without its arguments; nothing for types of functions. */
export function kotlinType(node: SyntaxNode | undefined, source: string): string {
  if (node === undefined) return ''
  if (node.type === 'nullable_type' || node.type === 'parenthesized_type') return kotlinType(node.kids[0], source)
  if (node.type === 'type_projection') return kotlinType(node.kids.at(-1), source)
  if (node.type !== 'user_type') return ''
  const name = kidsOf(node, 'identifier')
    .map((part) => textOf(part, source))
    .join('.')
  const inner = node.kids.find(({ type }) => type === 'type_arguments')?.kids[0]
  return HOLDERS.has(name) && inner ? kotlinType(inner, source) : name
}

/** Whether a node is a type. */
export function isKotlinType({ type }: SyntaxNode): boolean {
  return /^(?:user_type|nullable_type|function_type|parenthesized_type)$/.test(type)
}

/** A string with its templates; what stands in them is given to `read`. */
export function kotlinText(node: SyntaxNode, source: string, read: (node: SyntaxNode) => Expression): Expression {
  const parts: Expression[] = []
  let isName = false
  for (const part of node.kids) {
    const text = textOf(part, source)
    if (part.type === 'interpolation') {
      const [inner] = part.kids
      if (inner) parts.push(inner.type === 'character_literal' ? str(text.slice(3, -2)) : read(inner))
    } else if (part.type === 'escape_sequence') parts.push(str(unescapeText(text)))
    else if (isName) {
      // The grammar leaves `$name` within one line as text.
      const name = /^[A-Za-z_]\w*/.exec(text)?.[0] ?? ''
      parts.push(name === '' ? str('$') : { k: 'name', id: name, at: part.start }, str(text.slice(name.length)))
    } else if (text !== '$') parts.push(str(text))
    isName = part.type === 'string_content' && text === '$'
  }
  if (parts.every(({ k }) => k === 'str')) return str(parts.map((part) => (part.k === 'str' ? part.v : '')).join(''))
  return { k: 'add', parts: [str(''), ...parts] }
}

function str(v: string): Expression {
  return { k: 'str', v }
}
