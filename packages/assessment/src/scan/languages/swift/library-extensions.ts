import type { CallExpression } from '../ir.ts'
import { dotted } from '../reader.ts'

/**
 * Methods that a library adds to text and bytes, which have no type that rules could go by: `name.utf8.sha256()` with
 * CryptoSwift imported counts as its function of the same name.
 */
const ADDED: ReadonlyMap<string, { readonly owner: string; readonly methods: ReadonlySet<string> }> = new Map([
  [
    'CryptoSwift',
    { owner: 'CryptoSwift.Digest', methods: new Set('md5 sha1 sha224 sha256 sha384 sha512 sha2 sha3'.split(' ')) },
  ],
])

/** The call as that of a library's function, if one of the imported libraries adds such a method. */
export function asLibraryCall(call: CallExpression, imported: ReadonlySet<string>): CallExpression {
  const { callee } = call
  if (callee.k !== 'member' || call.args.some(({ name }) => name !== undefined)) return call
  for (const [library, { owner, methods }] of ADDED) {
    if (!imported.has(library) || !methods.has(callee.name)) continue
    return { ...call, callee: dotted(`${owner}.${callee.name}`, callee.at), args: [{ value: callee.of }, ...call.args] }
  }
  return call
}
