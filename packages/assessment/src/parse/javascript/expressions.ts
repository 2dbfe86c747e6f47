import { valuesOf } from '../conditions.ts'
import type { Argument, Expression, MapEntry } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { binary, numberOf, truthOf, unescapeText, unquote } from '../reader.ts'
import { field, type SyntaxNode } from '../syntax-node.ts'
import { FUNCTIONS, JavaScriptFunctions } from './functions.ts'
import { plainCall } from './indirect-calls.ts'
import { injectedByCall, injectedByObject } from './injection.ts'
import { webCryptoMethod } from './web-crypto.ts'

/** Wrappers that change nothing about a value. */
const TRANSPARENT = new Set([
  'parenthesized_expression',
  'await_expression',
  'as_expression',
  'satisfies_expression',
  'non_null_expression',
  'type_assertion',
  'spread_element',
])

/** The expressions of JavaScript and TypeScript. */
export abstract class JavaScriptExpressions extends JavaScriptFunctions {
  expression(node: SyntaxNode): Expression {
    if (FUNCTIONS.has(node.type)) return { k: 'lambda', fn: this.function(node, this.text(field(node, 'name'))) }
    if (TRANSPARENT.has(node.type)) return this.#transparent(node)
    switch (node.type) {
      case 'string':
        return { k: 'str', v: unquote(this.text(node)) }
      case 'template_string':
        return this.#template(node)
      case 'true':
      case 'false':
        return truthOf(this.text(node))
      case 'number':
        return numberOf(this.text(node))
      case 'identifier':
      case 'property_identifier':
      case 'shorthand_property_identifier':
      case 'shorthand_property_identifier_pattern':
      case 'type_identifier':
        return { k: 'name', id: this.text(node), at: node.start }
      case 'this':
        return { k: 'this' }
      case 'super':
        return { k: 'super' }
      case 'import':
        return { k: 'name', id: 'import', at: node.start }
      case 'member_expression':
        return this.#member(node)
      case 'call_expression':
      case 'new_expression':
        return this.#call(node)
      default:
        return this.#compound(node)
    }
  }

  #transparent(node: SyntaxNode): Expression {
    const [first] = node.kids
    return first ? this.expression(node.type === 'type_assertion' ? (node.kids.at(-1) ?? first) : first) : NOTHING
  }

  #compound(node: SyntaxNode): Expression {
    const inner = (name: string): Expression => this.inField(node, name)
    switch (node.type) {
      case 'binary_expression':
        return binary(this.text(field(node, 'operator')), inner('left'), inner('right'))
      case 'ternary_expression':
        return { k: 'choice', of: valuesOf(inner('condition'), inner('consequence'), inner('alternative')) }
      case 'assignment_expression':
        return { k: 'assign', target: inner('left'), value: inner('right') }
      case 'subscript_expression':
        return this.#element(node, inner('object'), inner('index'))
      case 'unary_expression':
        return negated(this.text(field(node, 'operator')), inner('argument'))
      case 'array':
      case 'array_pattern':
        return {
          k: 'list',
          items: node.kids.map((one) => this.expression(one)),
          places: node.kids.map(({ start }) => start),
        }
      case 'object':
        return this.#object(node)
      case 'class':
        return { k: 'class', cls: this.class(node) }
      case 'statement_block':
        return { k: 'block', body: this.statements(node), value: [] }
      default:
        return { k: 'other', of: node.kids.map((one) => this.expression(one)) }
    }
  }

  #template(node: SyntaxNode): Expression {
    const parts = node.kids.map((part): Expression => {
      if (part.type === 'template_substitution') return part.kids[0] ? this.expression(part.kids[0]) : NOTHING
      return { k: 'str', v: unescapeText(this.text(part)) }
    })
    const [only] = parts
    if (only === undefined) return { k: 'str', v: '' }
    return parts.length === 1 && only.k === 'str' ? only : { k: 'add', parts }
  }

  #member(node: SyntaxNode): Expression {
    const object = field(node, 'object')
    const name = field(node, 'property')
    const of = object ? this.expression(object) : NOTHING
    return { k: 'member', of, name: this.text(name).replace(/^#/, ''), at: name?.start ?? node.start }
  }

  /** `o['a']` is `o.a`. */
  #element(node: SyntaxNode, of: Expression, key: Expression): Expression {
    const at = field(node, 'index')?.start ?? node.start
    const isName = key.k === 'str' && /^[A-Za-z_$][\w$]*$/.test(key.v)
    return isName ? { k: 'member', of, name: key.v, at } : { k: 'index', of, key }
  }

  #call(node: SyntaxNode): Expression {
    const isNew = node.type === 'new_expression'
    const callee = field(node, isNew ? 'constructor' : 'function')
    const of: Expression = callee ? this.expression(callee) : NOTHING
    const at = of.k === 'member' ? of.at : node.start
    const list = field(node, 'arguments')
    const args = (list?.kids ?? []).map((one): Argument => ({ value: this.expression(one), at: one.start }))
    const call = plainCall({ k: 'call', callee: webCryptoMethod(of), args, isNew, at })
    return call.k === 'call' ? injectedByCall(call) : call
  }

  #object(node: SyntaxNode): Expression {
    const map: Extract<Expression, { k: 'map' }> = {
      k: 'map',
      entries: node.kids.map((one) => ({ ...this.#entry(one), at: one.start })),
    }
    return injectedByObject(map)
  }

  #entry(one: SyntaxNode): MapEntry {
    if (one.type === 'pair') {
      const key = field(one, 'key')
      const value = field(one, 'value')
      const name = this.text(key)
      return { key: this.#key(key), value: value ? this.named(value, unquote(name)) : NOTHING }
    }
    if (one.type === 'shorthand_property_identifier') {
      return { key: { k: 'str', v: this.text(one) }, value: this.expression(one) }
    }
    if (one.type === 'method_definition') {
      return { key: this.#key(field(one, 'name')), value: this.expression(one) }
    }
    return { key: NOTHING, value: this.expression(one) }
  }

  #key(node: SyntaxNode | undefined): Expression {
    if (node === undefined) return NOTHING
    if (node.type === 'computed_property_name') return node.kids[0] ? this.expression(node.kids[0]) : NOTHING
    return { k: 'str', v: unquote(this.text(node)) }
  }
}

function negated(operator: string, of: Expression): Expression {
  return operator === '-' && of.k === 'num' ? { k: 'num', v: -of.v } : { k: 'other', of: [of] }
}
