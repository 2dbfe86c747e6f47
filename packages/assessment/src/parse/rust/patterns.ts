import type { Expression, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { statement } from '../reader.ts'
import { field, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { RustExpressions } from './expressions.ts'

/** What the patterns of Rust bind; what they ask for is no use. */
export abstract class RustPatterns extends RustExpressions {
  /** What a pattern takes out of a value. */
  bind(pattern: SyntaxNode | undefined, value: Expression): readonly Statement[] {
    if (pattern === undefined) return [statement(value)]
    const name = this.patternName(pattern)
    if (name !== '') return /^[A-Z]/.test(name) ? [statement(value)] : [{ k: 'let', name, value }]
    switch (pattern.type) {
      case 'match_pattern':
      case 'mut_pattern':
      case 'reference_pattern':
      case 'ref_pattern':
        return this.bind(
          pattern.kids.find(({ type }) => !/specifier|^ref$/.test(type)),
          value,
        )
      case 'tuple_pattern': {
        const targets = pattern.kids.map((one): Expression | undefined => {
          const own = this.patternName(one)
          return own === '' ? undefined : { k: 'name', id: own, at: one.start }
        })
        return [{ k: 'unpack', targets, value }]
      }
      case 'tuple_struct_pattern': {
        const held = pattern.kids.filter(({ field: role }) => role !== 'type')
        const isHolder = /^(?:Some|Ok)$/.test(this.text(field(pattern, 'type')))
        const [first] = held
        if (isHolder && first) return this.bind(first, value)
        return [...this.#asked(pattern, value), ...held.flatMap((one) => this.bind(one, NOTHING))]
      }
      case 'or_pattern':
        return pattern.kids.flatMap((one) => this.bind(one, value))
      case 'struct_pattern':
        return [...this.#asked(pattern, value), { k: 'pick', members: this.#picked(pattern), value }]
      default:
        return [statement(value)]
    }
  }

  /** A pattern that names a kind of key asks for it, as a cast to a type does: `KeyData::Rsa(key)`. */
  #asked(pattern: SyntaxNode, value: Expression): readonly Statement[] {
    const { parts, at } = this.pathOf(field(pattern, 'type'))
    const isKind = parts.length > 1 && parts.slice(-2).every((one) => /^[A-Z]/.test(one))
    return [statement(value), ...(isKind ? [statement({ k: 'cast', type: parts.join('.'), of: NOTHING, at })] : [])]
  }

  #picked(pattern: SyntaxNode): Extract<Statement, { k: 'pick' }>['members'] {
    return kidsOf(pattern, 'field_pattern').flatMap((one) => {
      const member = this.text(field(one, 'name'))
      const inner = field(one, 'pattern')
      const name = inner ? this.patternName(inner) : member
      return name === '' ? [] : [{ member, name }]
    })
  }
}
