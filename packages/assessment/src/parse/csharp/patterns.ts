import { type Case, type Expression, NOTHING, type Statement } from '../ir.ts'
import { statement } from '../reader.ts'
import { field, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { CSharpObjects } from './objects.ts'

/** The patterns of C#, and the switch whose ways they choose. */
export abstract class CSharpPatterns extends CSharpObjects {
  /** What patterns are held against; looked at once. */
  subject(node: SyntaxNode | undefined): { readonly of: Expression; readonly body: readonly Statement[] } {
    const value = node ? this.expression(node) : NOTHING
    if (value.k === 'name' || node === undefined) return { of: value, body: [statement(value)] }
    const name = `of@${node.start}`
    return { of: { k: 'name', id: name, at: node.start }, body: [{ k: 'let', name, value }] }
  }

  /** The case that a way of a switch is for; `all` are the patterns of all its ways, whose rest the last one takes. */
  caseOf(of: Expression, patterns: readonly SyntaxNode[], all: readonly SyntaxNode[]): Case | undefined {
    const constants = (nodes: readonly SyntaxNode[]): readonly Expression[] =>
      nodes.flatMap((one) => constantsIn(one)).map((one) => this.expression(one))
    if (patterns.length === 0 || patterns.some(({ type }) => type === 'discard')) {
      return { of, is: constants(all), isOthers: true }
    }
    const is = constants(patterns)
    return is.length > 0 ? { of, is } : undefined
  }

  /** Variables that a pattern makes, and types that it asks for; constants that it compares with are no use. */
  pattern(node: SyntaxNode, of: Expression): readonly Statement[] {
    const type = field(node, 'type')
    const name = field(node, 'name')
    const [only] = node.type === 'constant_pattern' ? node.kids : []
    if (only?.type === 'identifier' && !this.constants.has(this.text(only))) {
      return [statement({ k: 'cast', type: this.type(only), of, at: only.start })]
    }
    if (type === undefined || name === undefined) return node.kids.flatMap((one) => this.pattern(one, of))
    if (type.type === 'implicit_type') return [{ k: 'let', name: this.text(name), value: of }]
    const value: Expression = { k: 'cast', type: this.type(type), of, at: type.start }
    return [{ k: 'let', name: this.text(name), value }]
  }

  /** A switch that gives a value. */
  switchOf(node: SyntaxNode, type: string): Expression {
    const subject = this.subject(node.kids[0])
    const arms = kidsOf(node, 'switch_expression_arm')
    const all = arms.flatMap((arm) => arm.kids.slice(0, 1))
    const value = arms.map((arm): Expression => {
      const pattern = arm.kids[0]
      const result = arm.kids.at(-1)
      const value = result && result !== pattern ? this.expression(result, type) : NOTHING
      const when = this.caseOf(subject.of, pattern ? [pattern] : [], all)
      const own: Expression = when ? { k: 'case', when, value } : value
      return { k: 'block', body: pattern ? this.pattern(pattern, subject.of) : [], value: [own] }
    })
    return { k: 'block', body: subject.body, value }
  }
}

/** What a pattern compares with. */
function constantsIn(pattern: SyntaxNode): readonly SyntaxNode[] {
  if (pattern.type === 'constant_pattern') return pattern.kids.slice(0, 1)
  return pattern.type === 'or_pattern' ? pattern.kids.flatMap((one) => constantsIn(one)) : []
}
