import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { CycloneDxVersion } from '@sluice/assessment-contract/vocabulary'
import type { Assessment } from '../findings/judge-detections.ts'
import { canonicalJson } from './canonical-json.ts'
import { collectOccurrences, componentsOf, refOf } from './cyclonedx-components.ts'
import { protocolComponents } from './cyclonedx-protocols.ts'
import type { EcdsaSigner } from './ecdsa-signer.ts'

interface CycloneDxOptions {
  readonly specVersion: CycloneDxVersion
  readonly generatedAt: Date
  /** Adds a signature in the JSON Signature Format 0.82, the one that CycloneDX names; ML-DSA has no name in it. */
  readonly signer?: EcdsaSigner
}

/** A document of JSON values; every member is what the schema of its version asks for. */
type CycloneDxBom = Readonly<Record<string, unknown>>

/**
 * The assessment as a CycloneDX CBOM: one component for each logical asset, with the places where it is used as
 * occurrences; the algorithm and the public key that a certificate or a key refers to; and each protocol that a use
 * names. Valid under the official schema of its version.
 */
export function toCycloneDx(assessment: Assessment, options: CycloneDxOptions): CycloneDxBom {
  const { knowledge } = assessment
  const name = basename(assessment.outcome.root) || assessment.outcome.root
  const { specVersion } = options
  const placesOf = collectOccurrences(assessment)
  const families = assessment.assets.map((asset) => componentsOf(asset, specVersion, placesOf(asset)))
  const protocols = protocolComponents(assessment, specVersion)
  const timestamp = options.generatedAt.toISOString()
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion,
    serialNumber: serialNumberOf([name, timestamp, ...assessment.assets.map(({ logicalId }) => logicalId)]),
    version: 1,
    metadata: {
      timestamp,
      tools: { components: [{ type: 'application', name: 'Sluice cryptographic assessment' }] },
      component: { type: 'application', 'bom-ref': 'project', name: name.toWellFormed() },
      properties: [
        { name: 'sluice:knowledgeBaseVersion', value: knowledge.version },
        ...knowledge.otherPacks.map((pack) => ({ name: 'sluice:knowledgePack', value: pack })),
      ],
    },
    components: [...families.flat(), ...protocols],
    dependencies: [
      { ref: 'project', dependsOn: [...assessment.assets.map(({ logicalId }) => logicalId), ...protocols.map(refOf)] },
      ...families
        .filter(([, ...parts]) => parts.length > 0)
        .map(([main, ...parts]) => ({ ref: refOf(main), dependsOn: parts.map(refOf) })),
    ],
  }
  return options.signer === undefined ? bom : signed(bom, options.signer)
}

/** The same content has the same number: a UUID of version 8 (RFC 9562, 5.8) from SHA-256. */
function serialNumberOf(content: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return `urn:uuid:${groups.join('-')}`
}

/** JSF 0.82: the signature covers the canonical document with all of the signature object but its value. */
function signed(bom: CycloneDxBom, signer: EcdsaSigner): CycloneDxBom {
  const signature = { algorithm: signer.jwa, keyId: signer.proof.keyId, publicKey: signer.jwk }
  const value = signer.signForJson(canonicalJson({ ...bom, signature }))
  return { ...bom, signature: { ...signature, value: Buffer.from(value).toString('base64url') } }
}
