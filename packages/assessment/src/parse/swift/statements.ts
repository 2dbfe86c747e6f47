import { branchesOf } from '../conditions.ts'
import type { Expression, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { statement } from '../reader.ts'
import { SwiftExpressions, turnedInto } from './expressions.ts'
import { readLabels, type SwitchWay, withCases } from './switch-cases.ts'
import { qualified, readType } from './types.ts'

const MODIFIERS = new Set(
  `public private fileprivate internal open package final static class lazy weak unowned override mutating nonmutating
  required convenience dynamic optional indirect nonisolated isolated prefix postfix infix distributed borrowing
  consuming`.split(/\s+/),
)
const DECLARING = new Set(
  `let var func init deinit subscript class struct enum actor extension protocol typealias import operator associatedtype
  precedencegroup case macro`.split(/\s+/),
)

/** What stands before a declaration. */
export interface Modifiers {
  readonly isStatic: boolean
}

/** The statements of Swift, but for declarations. */
export abstract class SwiftStatements extends SwiftExpressions {
  abstract declaration(keyword: string, modifiers: Modifiers): readonly Statement[]

  block(header = 0): readonly Statement[] {
    const { cursor } = this
    if (!cursor.sees('{')) return []
    return cursor.deeper(() => {
      const end = cursor.closing
      cursor.moveTo(cursor.place + header + 1)
      const body = this.statementsUntil(end)
      cursor.moveTo(end + 1)
      return body
    }, [])
  }

  protected statementsUntil(end: number): readonly Statement[] {
    const all: Statement[] = []
    this.cursor.each(end, () => {
      for (const one of this.statement()) all.push(one)
    })
    return all
  }

  statement(): readonly Statement[] {
    const { cursor } = this
    if (cursor.takes(';')) return []
    const modifiers = this.#modifiers()
    const { text, kind } = cursor.peek()
    if (kind !== 'word') return [statement(this.expression())]
    if (DECLARING.has(text) && !isMemberName(cursor.peek(1).text)) {
      return cursor.deeper(() => this.declaration(text, modifiers), [])
    }
    return cursor.deeper(() => this.#control(text), [])
  }

  #modifiers(): Modifiers {
    const { cursor } = this
    let isStatic = false
    for (;;) {
      const { text } = cursor.peek()
      if (text.startsWith('@') && text.length > 1) {
        cursor.next()
        while (cursor.sees('.') && cursor.seesWord(1)) {
          cursor.next()
          cursor.next()
        }
        if (cursor.sees('(') && !cursor.peek().spaceBefore) cursor.skipGroup()
        continue
      }
      const next = cursor.peek(1)
      const isModifier = MODIFIERS.has(text) && (next.kind === 'word' || next.text === '(')
      // `class` is a type here, but a modifier before `func` and `var`.
      const isType = text === 'class' && !/^(?:func|var|let|override|final|subscript)$/.test(next.text)
      if (!isModifier || isType || (next.text === '(' && !/^(?:set|safe|unsafe)$/.test(cursor.peek(2).text))) break
      if (text === 'static' || text === 'class') isStatic = true
      cursor.next()
      if (cursor.sees('(')) cursor.skipGroup()
    }
    return { isStatic }
  }

  #control(keyword: string): readonly Statement[] {
    const { cursor } = this
    switch (keyword) {
      case 'return':
      case 'throw': {
        cursor.next()
        const isBare = !cursor.isSameLine || cursor.sees('}') || cursor.sees(';') || cursor.isAtEnd
        if (isBare) return []
        const e = qualified(this.expression(), this.returnType)
        return [keyword === 'return' ? { k: 'return', e } : statement(e)]
      }
      case 'if':
      case 'guard':
      case 'while':
        return this.#if()
      case 'for':
        return this.#for()
      case 'switch':
        return this.#switch().map(
          ({ before, body, when }): Statement => ({
            k: 'branch',
            body: [...before, ...body],
            ...(when ? { when } : {}),
          }),
        )
      case 'repeat':
      case 'do':
      case 'defer':
        return this.#do()
      case 'break':
      case 'continue':
      case 'fallthrough':
        cursor.next()
        if (cursor.isSameLine && cursor.seesWord()) cursor.next()
        return []
      default:
    }
    if (cursor.sees(':', 1) && /^(?:for|while|repeat|switch|do|if)$/.test(cursor.peek(2).text)) {
      cursor.next()
      cursor.next()
      return this.statement()
    }
    return [statement(this.expression())]
  }

  #do(): readonly Statement[] {
    const { cursor } = this
    cursor.next()
    if (cursor.takes('throws') && cursor.sees('(')) cursor.skipGroup()
    const all: Statement[] = [...this.block()]
    if (cursor.sees('while') && cursor.isSameLine) {
      cursor.next()
      all.push(statement(this.expression(true)))
    }
    while (cursor.takes('catch')) {
      cursor.skipUntil('{')
      all.push({ k: 'branch', body: this.block() })
    }
    return all
  }

  #if(): readonly Statement[] {
    const { before, ways } = this.#conditionalParts()
    const [then = [], otherwise, ...others] = ways
    const last = before.at(-1)
    if (before.length !== 1 || last?.k !== 'expr' || others.length > 0) {
      return [...before, ...ways.map((body): Statement => ({ k: 'branch', body }))]
    }
    return branchesOf(last.e, then, otherwise)
  }

  #conditionalParts(): { before: readonly Statement[]; ways: readonly (readonly Statement[])[] } {
    const { cursor } = this
    cursor.next()
    const before = this.#conditions()
    cursor.takes('else')
    const ways = [this.block()]
    while (cursor.takes('else')) {
      if (cursor.sees('if')) ways.push(cursor.deeper(() => this.#if(), []))
      else ways.push(this.block())
    }
    return { before, ways }
  }

  /** `let x = f(), case .a(let b) = y, x > 3`: what is bound, and what is only asked. */
  #conditions(): readonly Statement[] {
    const { cursor } = this
    const all: Statement[] = []
    while (!cursor.isAtEnd && !cursor.sees('{') && !cursor.sees('else')) {
      const before = cursor.place
      if (cursor.sees('let') || cursor.sees('var')) all.push(...this.#binding())
      else if (cursor.sees('case')) {
        cursor.skipUntil('=', '{')
        if (cursor.takes('=')) all.push(statement(this.expression(true)))
      } else all.push(statement(this.expression(true)))
      if (cursor.takes(',')) continue
      if (cursor.place === before) cursor.next()
      if (!cursor.sees('{') && !cursor.sees('else')) cursor.skipUntil('{', 'else', ',')
      if (!cursor.takes(',') && /^[)\]}]$/.test(cursor.peek().text)) break
    }
    return all
  }

  #binding(): readonly Statement[] {
    const { cursor } = this
    cursor.next()
    const name = cursor.seesWord() ? cursor.next().text : ''
    const type = cursor.takes(':') ? readType(cursor).name : ''
    if (!cursor.takes('=')) return []
    const value = qualified(this.expression(true), type)
    return name === '' ? [statement(value)] : [{ k: 'let', name, type, value }]
  }

  #for(): readonly Statement[] {
    const { cursor } = this
    cursor.next()
    while (
      cursor.sees('try') ||
      cursor.sees('await') ||
      cursor.sees('case') ||
      cursor.sees('let') ||
      cursor.sees('var')
    ) {
      cursor.next()
    }
    const { text, kind, start } = cursor.peek()
    const target: Expression = kind === 'word' ? { k: 'name', id: text, at: start } : NOTHING
    cursor.skipUntil('in', '{')
    const of = cursor.takes('in') ? this.expression(true) : NOTHING
    if (cursor.takes('where')) this.expression(true)
    return [{ k: 'each', target, of, body: this.block() }]
  }

  /** The ways of a switch; patterns choose nothing, they only ask. */
  #switch(): readonly SwitchWay[] {
    const { cursor } = this
    cursor.next()
    const of = this.expression(true)
    if (!cursor.sees('{')) return [{ before: [statement(of)], body: [] }]
    const end = cursor.closing
    cursor.next()
    const ways: (SwitchWay & { readonly labels?: readonly string[] })[] = [{ before: [statement(of)], body: [] }]
    cursor.each(end, () => {
      if (cursor.sees('@unknown')) cursor.next()
      const isDefault = cursor.sees('default')
      const labels = cursor.sees('case') ? readLabels(cursor) : []
      const body: Statement[] = []
      if (cursor.takes('case') || cursor.takes('default')) body.push(...this.#pattern())
      while (cursor.place < end && !this.#isCase()) {
        const before = cursor.place
        for (const one of this.statement()) body.push(one)
        if (cursor.place === before) cursor.next()
      }
      ways.push(isDefault ? { before: [], body } : { before: [], body, labels })
    })
    cursor.moveTo(end + 1)
    return withCases(of, ways)
  }

  /** What stands between `case` and its colon: types that are asked for. */
  #pattern(): readonly Statement[] {
    const { cursor } = this
    const all: Statement[] = []
    while (!cursor.isAtEnd && !cursor.sees(':') && !cursor.sees('}')) {
      const { text } = cursor.peek()
      if (text !== 'as' && text !== 'is') {
        cursor.skipGroup()
        continue
      }
      cursor.next()
      const { start } = cursor.peek()
      all.push(statement(turnedInto('is', NOTHING, readType(cursor).name, start)))
    }
    cursor.takes(':')
    return all
  }

  #isCase(): boolean {
    const { cursor } = this
    return cursor.sees('case') || cursor.sees('@unknown') || (cursor.sees('default') && cursor.sees(':', 1))
  }

  /** `if` and `switch` as an expression: each way gives its last expression. */
  conditional(): Expression {
    if (this.cursor.sees('switch')) {
      const ways = this.#switch()
      const values = ways.map(({ before, body, when }): Expression => {
        const value = blockOf([...before, ...body])
        return when ? { k: 'case', when, value } : value
      })
      return { k: 'choice', of: values }
    }
    const { before, ways } = this.#conditionalParts()
    return { k: 'block', body: before, value: [{ k: 'choice', of: ways.map(blockOf) }] }
  }
}

function blockOf(body: readonly Statement[]): Expression {
  const last = body.at(-1)
  if (last?.k !== 'expr') return { k: 'block', body, value: [] }
  return { k: 'block', body: body.slice(0, -1), value: [last.e] }
}

/** `case` and `init` are also names of members and arguments. */
function isMemberName(next: string): boolean {
  return next === '.' || next === '=' || next === ')' || next === ','
}
