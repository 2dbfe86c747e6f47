/**
 * One event of a wire that is not chat completions: the parsed `data` of a server-sent event, or a whole answer as the
 * only one. Its members are the wire's own.
 */
export interface WireEvent {
  readonly type: string
  readonly [member: string]: unknown
}
