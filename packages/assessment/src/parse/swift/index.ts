import type { ModuleIr } from '../ir.ts'
import { SwiftReader } from './declarations.ts'
import { tokenizeSwift } from './tokens.ts'

/**
 * Reads Swift from its text, since no grammar of it runs here: imports, declarations, calls with labels and closures,
 * literals and conditions. What it does not know it steps over. Never throws; takes time in proportion to the text.
 */
export function readSwift(source: string): ModuleIr {
  return { body: new SwiftReader(tokenizeSwift(source)).module(), usesConstantsLater: true }
}
