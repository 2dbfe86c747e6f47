import type { ChatMessage, UnreadableKind } from '@sluice/contracts'

/**
 * What kind of text stands at a position: `prose` is language, `identifier` is a name that code refers to (functions,
 * schema properties, member names), `name` is that of a participant, `structured` is a value in data.
 */
export type TextKind = 'prose' | 'identifier' | 'name' | 'structured'

/** One place of a chat request that holds text. */
export interface TextPosition {
  /**
   * A JSON pointer (RFC 6901) with three extensions. `~N` is the N-th member of an object, in place of a member name
   * that is not the wire's own: paths are kept in findings, so they must not quote what a caller wrote. `~key` at the
   * end means the member name itself. `#` steps into JSON that stands inside a string, and
   * into an attachment.
   */
  readonly path: string
  readonly text: string
  readonly kind: TextKind
  /** The role of the message that it belongs to; absent outside `messages`. */
  readonly role?: ChatMessage['role']
  /** The caller's name of the member that holds it (`ssn` in `{"ssn": ...}`): context for a recognizer. */
  readonly label?: string
  /** Set where something stands that cannot be read; the text is then what is known of it, or empty. */
  readonly unreadable?: UnreadableKind
  /** Set for the text of a file that goes on as it is: nothing can take the place of what stands in it. */
  readonly isFixed?: true
}

/** Sees every text position in a fixed order; a returned text takes its place. */
export type Visitor = (position: TextPosition) => string | undefined

/** Where a text stands, before it is known what kind of text it is. */
export interface Holder {
  readonly path: string
  readonly role: TextPosition['role'] | undefined
  readonly label: string | undefined
}

/** The position of a text in its holder. A name needs no label: it is one. */
export function positionOf({ path, role, label }: Holder, text: string, kind: TextKind): TextPosition {
  if (label === undefined || kind === 'identifier') {
    return role === undefined ? { path, text, kind } : { path, text, kind, role }
  }
  return role === undefined ? { path, text, kind, label } : { path, text, kind, role, label }
}
