import { asking, valuesOf } from '../conditions.ts'
import type { Argument, Case, Expression, FunctionIr, ParameterIr, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { binary, compound, handedOut, numberOf, statement, truthOf, unescapeText } from '../reader.ts'
import { field, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { isNameOnly, RustCalls } from './calls.ts'
import { caseOf } from './cases.ts'
import { jsonOf } from './json.ts'
import { toExpression } from './types.ts'

/** One way of a `match`. */
export interface RustArm {
  readonly before: readonly Statement[]
  readonly value: Expression
  readonly when?: Case
}

const COMPARISONS = new Set(['==', '!=', '<', '>', '<=', '>='])

/** The expressions of Rust. */
export abstract class RustExpressions extends RustCalls {
  abstract statements(node: SyntaxNode): readonly Statement[]
  abstract bind(pattern: SyntaxNode | undefined, value: Expression): readonly Statement[]

  expression(node: SyntaxNode): Expression {
    switch (node.type) {
      case 'identifier':
      case 'scoped_identifier':
      case 'generic_function':
      case 'shorthand_field_identifier':
        return toExpression(this.pathOf(node))
      case 'self':
        return { k: 'this' }
      case 'boolean_literal':
        return truthOf(this.text(node))
      case 'integer_literal':
        return numberOf(this.text(node).replace(/_?[iu](?:8|16|32|64|128|size)$/, ''))
      case 'string_literal':
      case 'raw_string_literal': {
        const raw = kidsOf(node, 'string_content', 'escape_sequence')
        const inner = raw[0] ? this.source.slice(raw[0].start, raw.at(-1)?.end) : ''
        return { k: 'str', v: node.type === 'raw_string_literal' ? inner : unescapeText(inner) }
      }
      case 'field_expression':
        return this.#member(node)
      case 'call_expression':
        return this.call(node)
      case 'binary_expression':
        return this.#binary(node)
      case 'struct_expression':
        return this.#struct(node)
      case 'array_expression':
        return this.#array(node)
      case 'tuple_expression':
        return { k: 'list', items: node.kids.map((one) => this.expression(one)) }
      case 'index_expression':
        return this.#index(node)
      default:
        return this.#wrapped(node)
    }
  }

  /** What gives its inside as its value. */
  #wrapped(node: SyntaxNode): Expression {
    const inside = field(node, 'value') ?? node.kids.find(({ type }) => type !== 'mutable_specifier')
    switch (node.type) {
      case 'try_expression':
      case 'await_expression':
      case 'parenthesized_expression':
      case 'reference_expression': {
        const isMutable = node.kids.some(({ type }) => type === 'mutable_specifier')
        return isMutable ? handedOut(this.optional(inside)) : this.optional(inside)
      }
      case 'unary_expression':
      case 'type_cast_expression':
      case 'const_block':
        return this.optional(inside)
      case 'unsafe_block':
      case 'async_block': {
        const block = kid(node, 'block')
        return block ? this.block(block) : NOTHING
      }
      case 'generic_type_with_turbofish':
        return toExpression(this.pathOf(node))
      default:
        return this.#control(node)
    }
  }

  #control(node: SyntaxNode): Expression {
    switch (node.type) {
      case 'block':
        return this.block(node)
      case 'if_expression':
        return this.#if(node)
      case 'match_expression':
        return this.#match(node)
      case 'while_expression':
      case 'for_expression':
      case 'loop_expression':
      case 'let_declaration':
      case 'expression_statement':
        return { k: 'block', body: this.statements(node), value: [] }
      case 'closure_expression':
        return { k: 'lambda', fn: this.closure(node) }
      case 'return_expression':
        return { k: 'block', body: [this.returned(node)], value: [] }
      case 'assignment_expression':
      case 'compound_assignment_expr':
        return this.#assignment(node)
      case 'let_condition':
        return this.#letCondition(node)
      case 'macro_invocation':
        return jsonOf(node, this.source)
      case 'token_tree':
      case 'line_comment':
        return NOTHING
      default:
        return /type|lifetime|specifier|label|attribute_item|char_literal|pattern/.test(node.type)
          ? NOTHING
          : { k: 'other', of: node.kids.map((one) => this.expression(one)) }
    }
  }

  returned(node: SyntaxNode): Statement {
    const value = node.kids[0]
    return { k: 'return', e: this.optional(value) }
  }

  /** Statements, the last of which is the value where it is an expression. */
  block(node: SyntaxNode): Expression {
    const { rest, tail } = this.partsOf(node)
    const body = rest.flatMap((one) => this.statements(one))
    const value = tail ? this.expression(tail) : undefined
    return body.length === 0 && value ? value : { k: 'block', body, value: value ? [value] : [] }
  }

  /** The expression that a block's value is, and what stands before it; none is in both, or nested blocks never end. */
  partsOf(block: SyntaxNode): { readonly rest: readonly SyntaxNode[]; readonly tail?: SyntaxNode } {
    const last = block.kids.at(-1)
    const isValue = last && !/declaration|_item$|empty_statement/.test(last.type)
    const isEnded = last?.type === 'expression_statement' && this.source[last.end - 1] === ';'
    const tail = last?.type === 'expression_statement' ? last.kids[0] : last
    return isValue && !isEnded && tail ? { rest: block.kids.slice(0, -1), tail } : { rest: block.kids }
  }

  #if(node: SyntaxNode): Expression {
    const condition = field(node, 'condition')
    const alternative = field(node, 'alternative')?.kids[0]
    const asked = condition && this.expression(condition)
    const of = valuesOf(asked, this.inField(node, 'consequence'), alternative && this.expression(alternative))
    return { k: 'block', body: asked ? [statement(asked)] : [], value: [{ k: 'choice', of }] }
  }

  #match(node: SyntaxNode): Expression {
    const { of, arms } = this.arms(node)
    const ways = arms.map(({ before, value, when }): Expression => {
      const way: Expression = { k: 'block', body: before, value: [value] }
      return when ? { k: 'case', when, value: way } : way
    })
    return { k: 'block', body: [statement(of)], value: [{ k: 'choice', of: ways }] }
  }

  /** The arms of a match; what a pattern binds comes before the value. */
  arms(node: SyntaxNode): { of: Expression; arms: readonly RustArm[] } {
    const value = field(node, 'value')
    const of = this.optional(value)
    // Evaluated once: what a pattern takes out of a call is no second call.
    const bound = of.k === 'name' || of.k === 'member' ? of : NOTHING
    const block = field(node, 'body')
    const all = block ? kidsOf(block, 'match_arm') : []
    const patterns = all.map((arm) => field(arm, 'pattern'))
    const arms = all.map((arm, i): RustArm => {
      const pattern = patterns[i]
      const result = field(arm, 'value')
      const guard = pattern && field(pattern, 'condition')
      const when = caseOf(of, pattern, patterns, (one) => this.expression(one))
      return {
        ...(when ? { when } : {}),
        before: [...this.bind(pattern, bound), ...(guard ? [statement(this.expression(guard))] : [])],
        value: this.optional(result),
      }
    })
    return { of, arms }
  }

  #letCondition(node: SyntaxNode): Expression {
    const value = field(node, 'value')
    const body = this.bind(field(node, 'pattern'), this.optional(value))
    return { k: 'block', body, value: [] }
  }

  #assignment(node: SyntaxNode): Expression {
    const left = field(node, 'left')
    const right = field(node, 'right')
    if (!left || !right) return NOTHING
    const target = this.expression(left)
    const value = this.expression(right)
    if (node.type !== 'compound_assignment_expr') return { k: 'assign', target, value }
    return compound(this.text(field(node, 'operator')).slice(0, -1), target, value)
  }

  #binary(node: SyntaxNode): Expression {
    const op = this.text(field(node, 'operator'))
    const sides = [field(node, 'left'), field(node, 'right')].flatMap((one) => (one ? [this.expression(one)] : []))
    const [l = NOTHING, r = NOTHING] = sides
    if (COMPARISONS.has(op)) {
      const of = sides.filter((side) => !isNameOnly(side))
      return asking(op, of, l, r)
    }
    return binary(op, l, r)
  }

  #member(node: SyntaxNode): Expression {
    const of = field(node, 'value')
    const name = field(node, 'field')
    const owner = this.optional(of)
    return { k: 'member', of: owner, name: this.text(name), at: name?.start ?? node.start }
  }

  #index(node: SyntaxNode): Expression {
    const [of, key] = node.kids
    if (!of || !key) return NOTHING
    // A part of a slice is a slice, but of another length.
    if (key.type === 'range_expression') return { k: 'other', of: [this.expression(of)] }
    return { k: 'index', of: this.expression(of), key: this.expression(key) }
  }

  #array(node: SyntaxNode): Expression {
    const length = field(node, 'length')
    const items = node.kids.filter((one) => one !== length && one.type !== 'attribute_item')
    const [first] = items
    if (length || /;/.test(this.source.slice(first?.end ?? node.end, items[1]?.start ?? node.end))) {
      const count = length ?? items[1]
      const isBytes = first?.type === 'integer_literal'
      return isBytes && count ? { k: 'bytes', count: this.expression(count) } : NOTHING
    }
    const isBytes = items.length >= 8 && items.every(({ type }) => type === 'integer_literal')
    if (isBytes) return { k: 'bytes', count: { k: 'num', v: items.length } }
    return { k: 'list', items: items.map((one) => this.expression(one)) }
  }

  #struct(node: SyntaxNode): Expression {
    const name = field(node, 'name')
    const args = (field(node, 'body')?.kids ?? []).map((one): Argument => {
      const shorthand = one.type === 'shorthand_field_initializer' ? one.kids[0] : undefined
      const value = field(one, 'value') ?? shorthand ?? one.kids.at(-1)
      const e = this.optional(value)
      return {
        name: one.type === 'base_field_initializer' ? '..' : this.text(field(one, 'field') ?? shorthand),
        value: e,
        at: one.start,
      }
    })
    const path = this.pathOf(name)
    return this.callOf(path, args, { isNew: true, at: path.at })
  }

  closure(node: SyntaxNode): FunctionIr {
    const params = (field(node, 'parameters')?.kids ?? []).map((one): ParameterIr => {
      const isTyped = one.type === 'parameter'
      const pattern = isTyped ? field(one, 'pattern') : one
      return { name: this.patternName(pattern), type: isTyped ? this.type(field(one, 'type')) : '' }
    })
    const body = field(node, 'body')
    return { name: '', at: node.start, params, body: body ? [{ k: 'return', e: this.expression(body) }] : [] }
  }

  /** The name that a simple pattern binds. */
  patternName(pattern: SyntaxNode | undefined): string {
    if (pattern === undefined) return ''
    if (/^(?:mut_pattern|reference_pattern|ref_pattern)$/.test(pattern.type))
      return this.patternName(pattern.kids.at(-1))
    return pattern.type === 'identifier' ? this.text(pattern) : ''
  }
}
