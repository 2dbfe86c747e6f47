import type { Expression, MapEntry } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { readCallArguments } from './calls.ts'
import { Cursor } from './cursor.ts'
import type { SwiftToken } from './token.ts'

/** Texts, lists, maps and tuples, which hold expressions. */
export abstract class SwiftLiterals {
  protected cursor: Cursor

  constructor(tokens: readonly SwiftToken[]) {
    this.cursor = new Cursor(tokens)
  }

  abstract expression(isHead?: boolean, least?: number): Expression

  protected text({ parts = [] }: SwiftToken): Expression {
    const read = parts
      .filter((part) => part !== '')
      .map((part): Expression => (typeof part === 'string' ? { k: 'str', v: part } : this.#within(part)))
    return read.length === 0 ? { k: 'str', v: '' } : read.length === 1 && read[0] ? read[0] : { k: 'add', parts: read }
  }

  /** What is put into a text is read with a cursor of its own. */
  #within(tokens: readonly SwiftToken[]): Expression {
    return this.cursor.deeper(() => {
      const outer = this.cursor
      this.cursor = new Cursor(tokens)
      try {
        return this.expression()
      } finally {
        this.cursor = outer
      }
    }, NOTHING)
  }

  protected tuple(): Expression {
    const items = readCallArguments(this.cursor, () => this.expression())
    const [first] = items
    if (items.length === 1 && first && first.name === undefined) return first.value
    return { k: 'list', items: items.map(({ value }) => value) }
  }

  protected collection(): Expression {
    const { cursor } = this
    const end = cursor.closing
    cursor.next()
    const items: Expression[] = []
    const entries: MapEntry[] = []
    let isMap = cursor.sees(':')
    cursor.each(end, () => {
      if (cursor.takes(',') || cursor.takes(':')) return
      const at = cursor.peek().start
      const item = this.expression()
      if (cursor.takes(':')) {
        isMap = true
        entries.push({ key: item, value: this.expression(), at })
      } else items.push(item)
    })
    cursor.moveTo(end + 1)
    return isMap ? { k: 'map', entries } : { k: 'list', items }
  }

  protected keyPath(): Expression {
    const { cursor } = this
    cursor.next()
    while ((cursor.seesWord() || /^[.?!]$/.test(cursor.peek().text)) && !cursor.peek().spaceBefore) cursor.next()
    return NOTHING
  }
}
