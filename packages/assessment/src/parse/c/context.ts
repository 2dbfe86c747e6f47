import type { Expression, FunctionIr } from '../ir.ts'
import type { SyntaxNode } from '../syntax-node.ts'
import type { MacroTable } from './macros.ts'
import type { CType } from './types.ts'

/** What the reader of a file knows beside the tree. */
export interface CContext {
  readonly source: string
  readonly macros: MacroTable
  /** `using A = B` and `typedef B A`. */
  readonly aliases: Map<string, CType>
  /** How many elements the arrays of a name have, as last declared. */
  readonly sizes: Map<string, Expression>
  /** The members of a struct, in their order. */
  readonly members: Map<string, readonly string[]>
  readonly lambda: (node: SyntaxNode) => FunctionIr
}
