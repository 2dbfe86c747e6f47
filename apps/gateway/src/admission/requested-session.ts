/** What makes a good name of a session once something stands before it. */
const NAME = /^[A-Za-z0-9._-]{1,48}$/

/**
 * The session that a request asks for: by `x-session-id`, else by the header in which clients of its wire name their
 * own, for example Claude Code's. Two clients that chose the same name have different sessions, because a name counts
 * for one user and one client only. A header that is no name says nothing.
 *
 * @param header reads one request header.
 */
export function requestedSession(header: (name: string) => string | undefined, ofWire?: string): string | undefined {
  const requested = header('x-session-id')
  if (requested !== undefined || ofWire === undefined) return requested
  const named = header(ofWire)
  return named !== undefined && NAME.test(named) ? `client-${named}` : undefined
}
