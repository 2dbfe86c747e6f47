import { type Expression, NOTHING } from './ir.ts'
import { TreeReader } from './tree-reader.ts'

/** What the readers of expressions have in common. */
export abstract class ExpressionReader extends TreeReader<Expression> {
  constructor(source: string) {
    super(source, NOTHING)
  }
}
