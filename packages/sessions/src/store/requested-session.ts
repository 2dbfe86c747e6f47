import { parsePositiveInteger, SluiceError } from '@sluice/contracts'

/** Which session a request asks for. */
type RequestedSession =
  | { readonly kind: 'default' }
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'name'; readonly name: string }

const NAME = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/

/**
 * Parses the header `x-session-id`: a positive safe integer without leading zeros, or a name of 1 to 64 letters,
 * digits, dots, dashes and underscores that begins with a letter.
 * Throws `invalid_request` with param `x-session-id` for anything else.
 */
export function parseRequestedSession(header: string | undefined): RequestedSession {
  if (header === undefined) return { kind: 'default' }
  if (NAME.test(header)) return { kind: 'name', name: header }
  const id = parsePositiveInteger(header)
  if (id !== undefined) return { kind: 'id', id }
  throw new SluiceError({
    code: 'invalid_request',
    message:
      'The header x-session-id must be a session number, or a name of 1 to 64 letters, digits, ".", "_" and "-" that begins with a letter.',
    param: 'x-session-id',
  })
}
