/** The rules of this repository that a program checks. */
export type Rule =
  | 'boundary'
  | 'comment-width'
  | 'export-all'
  | 'file-length'
  | 'forbidden-global'
  | 'function-length'
  | 'import-circle'
  | 'layer-import'
  | 'licence'
  | 'secret'
  | 'shared-server'
  | 'unused-dependency'
  | 'unused-export'

/** A place that breaks a rule. */
export interface Fault {
  /** Path from the repository's root. */
  readonly path: string
  readonly line?: number
  readonly rule: Rule
  /** What is wrong, and what to do where that is not plain. */
  readonly message: string
}

/** One line for a person: `path:line: message`. */
export function formatFault({ path, line, message }: Fault): string {
  return `${path}${line === undefined ? '' : `:${line}`}: ${message}`
}
