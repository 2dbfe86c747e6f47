import type { Sighting } from '../../model/file-summary.ts'
import { type Fact, sightingOf } from '../fact.ts'
import type { Entry } from '../settings/entry.ts'
import { bitsOf } from './der.ts'

/** The keys of a JWK or JWK Set (RFC 7517, RFC 7518 section 6, RFC 8037), from the members of its objects. */
export function describeJwks(entries: readonly Entry[]): readonly Sighting[] {
  const kinds = entries.filter(({ key }) => key === 'kty')
  if (kinds.length === 0) return []
  const members = new Map<number, Map<string, string>>()
  for (const { block, key, value } of entries) {
    const map = members.get(block) ?? new Map<string, string>()
    members.set(block, map.set(key, value))
  }
  return kinds.flatMap(({ block, value, line, column }) => {
    const fact = describe(value, (name) => members.get(block)?.get(name))
    const source = { rule: 'jwk/key', library: 'JOSE', line, column, evidence: `"kty": "${value.slice(0, 10)}"` }
    return fact === undefined ? [] : [sightingOf(fact, source)]
  })
}

function describe(kind: string, member: (name: string) => string | undefined): Fact | undefined {
  const role = 'KeyMaterial'
  const curve = member('crv')
  if (kind === 'RSA') {
    const modulus = member('n')
    if (modulus === undefined) return undefined
    return { algorithm: 'RSA', role, keySize: bitsOf(Buffer.from(modulus, 'base64url')) }
  }
  if (kind === 'EC' && curve !== undefined) {
    const use = `${member('use') ?? ''} ${member('alg') ?? ''}`
    return { algorithm: /^enc| ECDH/.test(use) ? 'ECDH' : /^sig| ES/.test(use) ? 'ECDSA' : 'EC', role, curve }
  }
  if (kind === 'OKP' && curve !== undefined) return { algorithm: curve, role }
  const algorithm = member('alg')
  const secret = member('k')
  if (kind === 'AKP' && algorithm !== undefined) return { algorithm, role }
  if (kind !== 'oct' || algorithm === undefined || secret === undefined) return undefined
  return {
    algorithm,
    role,
    ...(/^A\d/.test(algorithm) ? {} : { keySize: Buffer.from(secret, 'base64url').length * 8 }),
  }
}
