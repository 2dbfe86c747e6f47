import type { Expression, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { statement, unquote } from '../reader.ts'
import { kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { PhpExpressions } from './expressions.ts'

const MAX_SETTINGS_DEPTH = 3

/** What files and functions of PHP return as settings, see packs/README.md. */
export abstract class PhpSettings extends PhpExpressions {
  /** Options that a function makes and returns are settings of the same names as those of a file. */
  protected returned(node: SyntaxNode): readonly Statement[] {
    const [value] = node.kids
    const isOptions = value?.type === 'array_creation_expression' && this.#isNested(value)
    const root: Expression = { k: 'name', id: 'return', at: node.start }
    const settings = isOptions ? this.settings(value, root, 1) : []
    return [...settings, { k: 'return', e: value ? this.expression(value) : NOTHING }]
  }

  /** Whether a map of options holds another one: the name of the inner one tells what its members are for. */
  #isNested(array: SyntaxNode): boolean {
    return kidsOf(array, 'array_element_initializer').some(
      ({ kids }) => kids[1]?.type === 'array_creation_expression' && /string$/.test(kids[0]?.type ?? ''),
    )
  }

  /** The settings that a file returns, as calls `return.name(value)`, each at its own line. */
  protected settings(array: SyntaxNode, owner: Expression, depth: number): readonly Statement[] {
    return kidsOf(array, 'array_element_initializer').flatMap(({ kids }): readonly Statement[] => {
      const [key, value] = kids
      if (!key || !value || !/string$/.test(key.type)) return []
      const callee: Expression = { k: 'member', of: owner, name: unquote(this.text(key)), at: key.start }
      const own = statement({
        k: 'call',
        callee,
        args: [{ value: this.expression(value) }],
        isNew: false,
        at: key.start,
      })
      const isDeeper = value.type === 'array_creation_expression' && depth < MAX_SETTINGS_DEPTH
      return isDeeper ? [own, ...this.settings(value, callee, depth + 1)] : [own]
    })
  }
}
