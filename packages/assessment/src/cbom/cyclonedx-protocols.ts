import { createHash } from 'node:crypto'
import type { CycloneDxVersion } from '@sluice/assessment-contract/vocabulary'
import type { AssessedUse } from '../findings/assessed-use.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import { describeSuite } from '../keys-and-config/settings/suites.ts'
import type { KnowledgeBase } from '../packs/knowledge-base.ts'
import { assetsOf, type Component, occurrencesOf } from './cyclonedx-components.ts'

/** `protocolProperties.type` of both versions, and what 1.7 adds. */
const TYPES = new Set(['tls', 'ssh', 'ipsec', 'ike', 'sstp', 'wpa'])
const TYPES_OF_1_7 = new Set(['dtls', 'quic'])
/** More suites of a protocol are not listed; IANA has some 350 for TLS. */
const MAX_SUITES = 400

/** A component for each protocol that a use names, with the uses that it has and the cipher suites that are named. */
export function protocolComponents({ uses, knowledge }: Assessment, version: CycloneDxVersion): readonly Component[] {
  const byProtocol = new Map<string, AssessedUse[]>()
  for (const use of uses) {
    for (const protocol of new Set(assetsOf(use).map(({ parameters }) => parameters.protocol))) {
      if (protocol === undefined) continue
      const known = byProtocol.get(protocol)
      if (known === undefined) byProtocol.set(protocol, [use])
      else known.push(use)
    }
  }
  return [...byProtocol].map(([protocol, own]) => componentOf(protocol, own, knowledge, version))
}

function componentOf(
  protocol: string,
  uses: readonly AssessedUse[],
  knowledge: KnowledgeBase,
  version: CycloneDxVersion,
): Component {
  const digest = createHash('sha256').update(protocol).digest('hex').slice(0, 16)
  const [, name = protocol, number] = /^(\S+)[ -]v?(\d+(?:\.\d+)?)$/i.exec(protocol) ?? []
  const assets = uses.flatMap(assetsOf).filter(({ parameters }) => parameters.protocol === protocol)
  const refs = [...new Set(assets.map(({ logicalId }) => logicalId))]
  const suites = suitesOf(uses, knowledge)
  return {
    type: 'cryptographic-asset',
    'bom-ref': `protocol-${digest}`,
    name: protocol,
    cryptoProperties: {
      assetType: 'protocol',
      protocolProperties: {
        type: typeOf(name, version),
        version: number,
        cipherSuites: suites.length === 0 ? undefined : suites,
        // Version 1.7 has one list of references of any kind.
        ...(version === '1.6'
          ? { cryptoRefArray: refs }
          : { relatedCryptographicAssets: refs.map((ref) => ({ type: 'algorithm', ref })) }),
      },
    },
    evidence: { occurrences: occurrencesOf(uses) },
  }
}

function typeOf(name: string, version: CycloneDxVersion): string {
  const plain = name.toLowerCase()
  return TYPES.has(plain) || (version === '1.7' && TYPES_OF_1_7.has(plain)) ? plain : 'other'
}

interface Suite {
  readonly name: string
  /** References to what of the suite was found in the same line. */
  readonly algorithms: readonly string[]
}

/** The cipher suites that the lines name in which the protocol is used. */
function suitesOf(uses: readonly AssessedUse[], knowledge: KnowledgeBase): readonly Suite[] {
  const byName = new Map<string, Set<string>>()
  for (const [line, atLine] of groupByLine(uses)) {
    for (const word of line.split(/[^A-Za-z0-9_-]+/)) {
      const parts = describeSuite(word)
      if (parts === undefined || (byName.size >= MAX_SUITES && !byName.has(word))) continue
      const refs = byName.get(word) ?? new Set()
      byName.set(word, refs)
      for (const { algorithm, keySize, mode } of parts) {
        const family = knowledge.find(algorithm)
        for (const asset of atLine.flatMap(assetsOf)) {
          const { parameters } = asset
          const isPart = family === asset.entry && (keySize ?? parameters.keySize) === parameters.keySize
          if (isPart && (mode ?? parameters.mode) === parameters.mode) refs.add(asset.logicalId)
        }
      }
    }
  }
  return [...byName].map(([name, refs]) => ({ name, algorithms: [...refs] }))
}

/** The uses of a line, by the code that stands there. */
function groupByLine(uses: readonly AssessedUse[]): Iterable<readonly [string, readonly AssessedUse[]]> {
  const byPlace = new Map<string, [string, AssessedUse[]]>()
  for (const use of uses) {
    const { file, line, evidence } = use.detection
    const place = `${file}:${line}:${evidence}`
    const known = byPlace.get(place)
    if (known === undefined) byPlace.set(place, [evidence, [use]])
    else known[1].push(use)
  }
  return byPlace.values()
}
