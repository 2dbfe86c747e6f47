import type { CallExpression, Expression } from '../ir.ts'
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

/** Vapor keeps a collection of JWTKit where its application has it: `app.jwt.keys.add(hmac: secret)`. */
function asKeyCollection(call: CallExpression, imported: ReadonlySet<string>): CallExpression {
  const { callee } = call
  if (callee.k !== 'member' || callee.name !== 'add' || !imported.has('JWT')) return call
  const { of } = callee
  if (of.k !== 'member' || of.name !== 'keys' || of.of.k !== 'member' || of.of.name !== 'jwt') return call
  const made: CallExpression = { k: 'call', callee: dotted('JWTKeyCollection', -1), args: [], isNew: false, at: -1 }
  return { ...call, callee: { ...callee, of: made } }
}

/** The call as that of a library's function, if one of the imported libraries adds such a method. */
export function asLibraryCall(written: CallExpression, imported: ReadonlySet<string>): CallExpression {
  const call = asKeyCollection(written, imported)
  const { callee } = call
  if (callee.k !== 'member' || call.args.some(({ name }) => name !== undefined)) return call
  for (const [library, { owner, methods }] of ADDED) {
    if (!imported.has(library) || !methods.has(callee.name)) continue
    return { ...call, callee: dotted(`${owner}.${callee.name}`, callee.at), args: [{ value: callee.of }, ...call.args] }
  }
  return call
}

/** Types that the labels of their initialisers tell where the type itself is not written: `.init(p256Key: key)`. */
const TOLD_BY_LABEL: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [
    'NIOSSH',
    new Map(
      ['ed25519Key', 'p256Key', 'p384Key', 'p521Key', 'secureEnclaveP256Key'].map((label) => [
        label,
        'NIOSSHPrivateKey',
      ]),
    ),
  ],
])

/** `.init(p256Key: key)` as the initialiser of the library's type, if the file imports it. */
export function asLibraryType(call: CallExpression, imported: ReadonlySet<string>): CallExpression {
  const { callee, args } = call
  const label = args[0]?.name
  if (callee.k !== 'name' || callee.id !== '.init' || label === undefined) return call
  for (const [library, labels] of TOLD_BY_LABEL) {
    const type = imported.has(library) ? labels.get(label) : undefined
    if (type !== undefined) return { ...call, callee: dotted(type, callee.at) }
  }
  return call
}

/** What `self` means where it is called: in an extension of a library's type `self.init(..)` makes that type. */
export function calledSelf(callee: Expression, type: string, at: number): Expression {
  return callee.k === 'this' && type !== '' ? dotted(type, at) : callee
}
