import { TreeReader } from '../syntax/tree-reader.ts'
import { type Expression, NOTHING } from './ir.ts'

/** What the readers of expressions have in common. */
export abstract class ExpressionReader extends TreeReader<Expression> {
  constructor(source: string) {
    super(source, NOTHING)
  }
}
