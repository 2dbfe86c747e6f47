import { caseOfComparison, valuesOf } from '../conditions.ts'
import type { Case, Expression } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { binary, compound, dotted, handedOut, joined, numberOf, statement, truthOf, unquote } from '../reader.ts'
import { field, kid, type SyntaxNode } from '../syntax-node.ts'
import { CCalls, lastPart, unwrapped } from './arguments.ts'
import { cast, construct } from './calls.ts'
import { kindTested } from './kind-tested.ts'

/** Reads expressions of C and C++. A pointer counts as what it points to. */
export class CExpressions extends CCalls {
  read(node: SyntaxNode | undefined): Expression {
    if (node === undefined) return NOTHING
    const inner = (name: string): Expression => this.read(field(node, name))
    switch (node.type) {
      case 'string_literal':
      case 'raw_string_literal':
      case 'concatenated_string':
        return this.#string(node)
      case 'number_literal':
        return numberOf(this.text(node))
      case 'true':
      case 'false':
        return truthOf(this.text(node))
      case 'identifier':
      case 'type_identifier':
      case 'namespace_identifier':
        return this.name(this.text(node), node.start)
      case 'this':
        return { k: 'this' }
      case 'qualified_identifier':
      case 'dependent_name':
      case 'template_function':
        return dotted(this.type(node).path, lastPart(node).start)
      case 'field_expression': {
        const name = field(node, 'field')
        return { k: 'member', of: inner('argument'), name: this.#memberName(name), at: name?.start ?? node.start }
      }
      case 'call_expression':
        return this.call(node)
      case 'binary_expression':
        return this.#binary(node)
      case 'assignment_expression':
        return this.#assignment(node)
      case 'conditional_expression':
        return this.#conditional(node)
      case 'new_expression':
        return construct(this.context, this.type(field(node, 'type')), this.arguments(field(node, 'arguments')), {
          at: lastPart(field(node, 'type') ?? node).start,
        })
      default:
        return this.#other(node, inner)
    }
  }

  #other(node: SyntaxNode, inner: (name: string) => Expression): Expression {
    switch (node.type) {
      case 'unary_expression':
        return this.#unary(node, inner('argument'))
      case 'pointer_expression':
        return this.text(node).startsWith('&') ? handedOut(inner('argument')) : inner('argument')
      case 'update_expression':
        return inner('argument')
      case 'cast_expression':
        return cast(this.type(field(node, 'type')).path, inner('value'), { at: node.start })
      case 'co_await_expression':
        return inner('value')
      case 'parenthesized_expression':
      case 'condition_clause':
      case 'parenthesized_declarator':
      case 'pointer_declarator':
      case 'reference_declarator':
        return this.read(node.kids.at(-1))
      case 'comma_expression':
        return { k: 'block', body: [statement(inner('left'))], value: [inner('right')] }
      case 'subscript_expression':
        return { k: 'index', of: inner('argument'), key: this.read(field(node, 'indices')?.kids[0]) }
      case 'sizeof_expression':
        return this.#sizeof(node)
      case 'compound_literal_expression': {
        const type = this.type(field(node, 'type'))
        const list = field(node, 'value')
        if (this.context.members.has(type.path)) return this.initializer(list, type.path)
        return construct(this.context, type, this.arguments(list), { at: node.start })
      }
      case 'initializer_list':
        return this.initializer(node, '')
      case 'lambda_expression':
        return { k: 'lambda', fn: this.context.lambda(node) }
      case 'user_defined_literal':
        return this.read(node.kids[0])
      case 'char_literal':
      case 'null':
      case 'field_identifier':
      case 'primitive_type':
        return NOTHING
      default:
        return { k: 'other', of: this.many(node.kids) }
    }
  }

  /** Nodes side by side. In what the parser could not read, a name before arguments is a call. */
  many(nodes: readonly SyntaxNode[]): readonly Expression[] {
    const all: Expression[] = []
    for (let i = 0; i < nodes.length; i += 1) {
      const node = nodes[i]
      const next = nodes[i + 1]
      if (node === undefined) continue
      const isCall =
        /identifier$|^template_function$/.test(node.type) && /^(?:argument|parameter)_list$/.test(next?.type ?? '')
      if (isCall && next) {
        all.push(this.callOf(node, this.arguments(next), this.argumentTexts(next)))
        i += 1
      } else all.push(this.read(node))
    }
    return all
  }

  /** What a variable is given: a constant's name alone is a use only where the variable is used. */
  handedOn(node: SyntaxNode | undefined): Expression {
    const inner = node && unwrapped(node)
    if (inner?.type === 'conditional_expression') return this.#conditional(inner, (one) => this.handedOn(one))
    if (inner === undefined || !/^(?:qualified_)?identifier$/.test(inner.type)) return this.read(node)
    const at = -1 - inner.start
    return inner.type === 'identifier' ? this.name(this.text(inner), at) : dotted(this.type(inner).path, at)
  }

  /** The key of a table's row: of an enumeration's constant its own name. */
  key(node: SyntaxNode | undefined): Expression {
    if (node?.type !== 'qualified_identifier') return this.read(node)
    return { k: 'str', v: this.text(lastPart(node)) }
  }

  /** `KIND` in `[KIND] = ...`. */
  rowName(node: SyntaxNode): string | undefined {
    const designator = node.type === 'initializer_pair' ? field(node, 'designator') : undefined
    const name = designator?.type === 'subscript_designator' ? designator.kids[0] : undefined
    return name?.type === 'identifier' || name?.type === 'qualified_identifier' ? this.text(lastPart(name)) : undefined
  }

  #memberName(node: SyntaxNode | undefined): string {
    return node?.type === 'field_identifier' ? this.text(node) : this.type(node).path
  }

  #string(node: SyntaxNode): Expression {
    if (node.type !== 'concatenated_string') {
      if (node.type === 'raw_string_literal')
        return { k: 'str', v: this.text(node.kids.find(({ type }) => type === 'raw_string_content')) }
      return { k: 'str', v: unquote(this.text(node)) }
    }
    const [first = NOTHING, ...rest] = node.kids.filter(({ type }) => type !== 'comment').map((one) => this.read(one))
    return rest.reduce<Expression>(joined, first)
  }

  /** `!strcmp(name, "rsa")`. */
  #unary(node: SyntaxNode, of: Expression): Expression {
    const asks = this.text(node).startsWith('!') ? caseOfText('==', of, { k: 'num', v: 0 }) : undefined
    return asks ? { k: 'other', of: [of], asks } : of
  }

  /** Tests for equality use nothing that they name, unless it is a kind of key. */
  #binary(node: SyntaxNode): Expression {
    const op = this.text(field(node, 'operator'))
    // `(PBYTE)&bits` reads like a conjunction.
    const isCast =
      op === '&' && /^\(\s*(?:P[A-Z]\w*|LP[A-Z]\w*|\w+_t)\s*\)$/.test(this.text(field(node, 'left')).slice(0, 80))
    if (isCast) return this.read(field(node, 'right'))
    const sides = [this.read(field(node, 'left')), this.read(field(node, 'right'))]
    if (/^(?:[=!]=|[<>]=?|<=>)$/.test(op)) {
      const tests = [field(node, 'left'), field(node, 'right')].flatMap((one) => kindTested(one, this.text(one)))
      const of = [...sides.filter(({ k }) => !/^(?:name|member|str|num)$/.test(k)), ...tests]
      const [a = NOTHING, b = NOTHING] = sides
      const asks = caseOfText(op, a, b) ?? caseOfComparison(op, a, b)
      return asks ? { k: 'other', of, asks } : { k: 'other', of }
    }
    const [l = NOTHING, r = NOTHING] = sides
    return op === '||' && !isValue(l) ? { k: 'other', of: sides } : binary(op, l, r)
  }

  #assignment(node: SyntaxNode): Expression {
    const target = this.read(field(node, 'left'))
    const op = this.text(field(node, 'operator'))
    const right = field(node, 'right')
    const isEmpty = right?.type === 'null' || isZero(this.text(right))
    const value = isEmpty ? NOTHING : target.k === 'name' ? this.handedOn(right) : this.read(right)
    if (op !== '=') return compound(op.slice(0, -1), target, value)
    return { k: 'assign', target, value }
  }

  #conditional(node: SyntaxNode, read = (one: SyntaxNode): Expression => this.read(one)): Expression {
    const condition = this.read(field(node, 'condition'))
    const chosen = [field(node, 'consequence'), field(node, 'alternative')].filter((one) => one !== undefined)
    const [then = NOTHING, otherwise] = chosen.map(read)
    if (otherwise === undefined) return { k: 'choice', of: [condition, then], as: 'fallback' }
    const of = valuesOf(condition, then, otherwise)
    const choice: Expression = { k: 'choice', of }
    return condition.k === 'call' || condition.k === 'other'
      ? { k: 'block', body: [statement(condition)], value: [choice] }
      : choice
  }

  #sizeof(node: SyntaxNode): Expression {
    const of = field(node, 'value') ?? field(node, 'type') ?? kid(node, 'parenthesized_expression')
    return this.sizeOf(this.text(of))
  }
}

function isZero(text: string): boolean {
  return /^(?:0|NULL|nullptr|\{\s*0?\s*\})$/.test(text)
}

function isValue({ k }: Expression): boolean {
  return k === 'call' || k === 'str' || k === 'name' || k === 'choice' || k === 'num'
}

/** `strcmp(name, "rsa") == 0`. */
function caseOfText(op: string, l: Expression, r: Expression): Case | undefined {
  if (r.k !== 'num' || r.v !== 0 || l.k !== 'call' || l.callee.k !== 'name') return undefined
  const [a, b] = l.args
  const isText = /^(?:strn?(?:case)?cmp|memcmp|_?stricmp)$/.test(l.callee.id)
  return isText && a && b ? caseOfComparison(op, a.value, b.value) : undefined
}
