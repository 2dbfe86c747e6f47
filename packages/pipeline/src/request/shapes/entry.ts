import type { TextPosition } from '../position.ts'

/**
 * How a string is offered. `json` is walked inside when it is valid JSON and as raw text otherwise; `closed` is left
 * out while its value is in the shape's closed set; `attachment` is read as `readAttachment` says, and `bytes` as
 * `readBytes` does;
 * `never` is left out. `document` is walked inside like `json`, and is prose otherwise.
 */
export type TextUse =
  | 'prose'
  | 'identifier'
  | 'name'
  | 'structured'
  | 'json'
  | 'document'
  | 'closed'
  | 'attachment'
  | 'bytes'
  | 'never'

/** One line of a table of shapes. Shapes are named, so that tables can name those of others. */
export interface Entry {
  readonly text: TextUse
  readonly rest: string
  readonly members: Readonly<Record<string, string>>
  readonly values?: ReadonlySet<string>
  readonly role?: Role
  /** Other shapes for objects whose `type` has these names. */
  readonly variants?: Readonly<Record<string, string>>
}

/** Whose text stands there: a fixed role, or the one that the object's own member `role` names. */
export type Role = NonNullable<TextPosition['role']> | 'own'

/**
 * @param rest the shape of every member that is not listed.
 * @param members the wire's own members and their shapes.
 * @param values for `closed`: the words that the protocol defines, with spaces between them.
 */
export function shape(
  text: TextUse,
  rest: string,
  members: Readonly<Record<string, string>> = {},
  values?: string,
): Entry {
  return { text, rest, members, ...(values === undefined ? {} : { values: new Set(values.split(' ')) }) }
}

/** The same shape for texts of this role. */
export function ofRole(role: Role, entry: Entry): Entry {
  return { ...entry, role }
}

/** The same shape, but another one for objects of these types. */
export function withVariants(variants: Readonly<Record<string, string>>, entry: Entry): Entry {
  return { ...entry, variants }
}
