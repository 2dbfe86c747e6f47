import type { Expression, ParameterIr } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { binary, joined } from '../reader.ts'
import { field, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { RubyExpressions } from './expressions.ts'

/** How names get values in Ruby: by assignment and as parameters. */
export abstract class RubyAssignments extends RubyExpressions {
  assignment(node: SyntaxNode): Expression {
    const left = field(node, 'left')
    const right = field(node, 'right')
    if (!left || !right) return NOTHING
    return this.assignTo(left, this.expression(right))
  }

  /** A value that a variable, a field, an element or a property gets; a property is set by a method `name=`. */
  assignTo(left: SyntaxNode, value: Expression): Expression {
    if (left.type === 'identifier') {
      this.locals.add(this.text(left))
      return { k: 'assign', target: { k: 'name', id: this.text(left), at: left.start }, value }
    }
    if (left.type === 'call') {
      const method = field(left, 'method')
      const at = method?.start ?? left.start
      const callee: Expression = {
        k: 'member',
        of: this.inner(left, 'receiver'),
        name: `${this.text(method)}=`,
        at,
      }
      return { k: 'call', callee, args: [{ value }], isNew: false, at }
    }
    if (left.type === 'element_reference') {
      const [object, key] = left.kids
      const target: Expression = {
        k: 'index',
        of: object ? this.expression(object) : NOTHING,
        key: key ? this.expression(key) : NOTHING,
        at: left.start,
      }
      return { k: 'assign', target, value }
    }
    return { k: 'assign', target: this.expression(left), value }
  }

  operatorAssignment(node: SyntaxNode): Expression {
    const left = field(node, 'left')
    const right = field(node, 'right')
    if (!left || !right) return NOTHING
    const op = this.text(field(node, 'operator')).replace(/=$/, '')
    const value = this.expression(right)
    const isSetOnce = op === '||' || op === '&&'
    if (isSetOnce && left.type !== 'identifier') return this.assignTo(left, value)
    if (left.type === 'identifier') this.locals.add(this.text(left))
    const before = this.expression(left)
    return this.assignTo(left, op === '<<' ? joined(before, value) : binary(op, before, value))
  }

  parameters(node: SyntaxNode): readonly ParameterIr[] {
    return node.kids.flatMap((one): ParameterIr[] => {
      if (one.type === 'identifier') return [{ name: this.text(one) }]
      if (one.type === 'destructured_parameter') return [...this.parameters(one)]
      const name = this.text(field(one, 'name') ?? kid(one, 'identifier'))
      if (one.type === 'block_parameter' || name === '') return []
      const fallback = field(one, 'value')
      return [
        {
          name,
          isRest: one.type === 'splat_parameter',
          ...(fallback ? { fallback: this.expression(fallback) } : {}),
        },
      ]
    })
  }

  /** What one assignment gives to several names. */
  targetsOf(list: SyntaxNode): readonly (Expression | undefined)[] {
    return list.kids.map((one) => {
      if (one.type !== 'identifier') return one.type === 'rest_assignment' ? undefined : this.expression(one)
      this.locals.add(this.text(one))
      return { k: 'name', id: this.text(one), at: one.start }
    })
  }

  /** The names of attributes in `attr_reader :a, :b`. */
  symbolsIn(list: SyntaxNode | undefined): readonly SyntaxNode[] {
    return list ? kidsOf(list, 'simple_symbol') : []
  }
}
