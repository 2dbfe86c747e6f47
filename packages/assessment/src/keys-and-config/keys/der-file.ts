import type { Sighting } from '../../model/file-summary.ts'
import { type Fact, sightingOf, withoutRepeats } from '../fact.ts'
import { describeJavaStore, isDer } from './key-stores.ts'
import { describeDer } from './key-structures.ts'
import { describePgp } from './pgp.ts'

const MAX_FACTS = 5_000

/** What a binary file of keys or certificates holds: DER, PKCS #12, Java key stores, OpenPGP. All of it is line 1. */
export function describeDerFile(bytes: Uint8Array, path: string): readonly Sighting[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const { kind, facts } = read(bytes)
  const source = { rule: `der/${kind}`, library: LIBRARIES[kind], line: 1, evidence: `${name} (binary)` }
  return withoutRepeats(facts)
    .slice(0, MAX_FACTS)
    .map((fact) => sightingOf(fact, source))
}

const LIBRARIES = { der: 'X.509', 'java-key-store': 'Java', 'open-pgp': 'OpenPGP' } as const

function read(bytes: Uint8Array): { kind: keyof typeof LIBRARIES; facts: readonly Fact[] } {
  if (isDer(bytes)) return { kind: 'der', facts: describeDer(bytes) }
  const first = bytes[0] ?? 0
  if (first === 0xfe || first === 0xce)
    return { kind: 'java-key-store', facts: describeJavaStore(bytes, (der) => describeDer(der)) }
  return { kind: 'open-pgp', facts: first >= 0x80 ? describePgp(bytes) : [] }
}
