import type { Assessment } from '../findings/judge-detections.ts'
import { locationalIdOf } from '../findings/logical-id.ts'
import type { Asset, Cbom } from '../model/assessment.ts'
import { canonicalJson } from './canonical-json.ts'
import type { Signer } from './signer.ts'

/** Version of the CBOM's own form (specification, section 9). */
const CBOM_VERSION = '1.0.0'

interface CbomOptions {
  readonly signer: Signer
  /** When the CBOM is made; taken from the caller, who owns the clock. */
  readonly generatedAt: Date
  /** The path as it was asked for; the scanned root by default. */
  readonly projectPath?: string
}

/**
 * The signed list of all assets, one for each `locationalId` (specification, section 2): one for each finding, and one
 * for whatever else its line says of the same algorithm. The signature is Base64 and covers the canonical JSON (RFC
 * 8785) of the CBOM without its member `signature`; docs/assessment/cbom-verification.md says how to check it.
 */
export function buildCbom(assessment: Assessment, { signer, generatedAt, projectPath }: CbomOptions): Cbom {
  const assets: Asset[] = []
  for (const { detection, asset, others } of assessment.uses) {
    for (const { logicalId, role, algorithm, parameters, judgement } of [asset, ...others]) {
      const locationalId = locationalIdOf(logicalId, detection.file, detection.line)
      assets.push({ logicalId, locationalId, role, algorithm, parameters, riskLevel: judgement.risk })
    }
  }
  const { version: kbVersion, otherPacks } = assessment.knowledge
  const header = {
    version: CBOM_VERSION,
    projectPath: (projectPath ?? assessment.outcome.root).toWellFormed(),
    kbVersion,
    ...(otherPacks.length === 0 ? {} : { packs: otherPacks }),
    generatedAt: generatedAt.toISOString(),
  }
  const signed = { header, assets }
  const signature = signer.sign(canonicalJson(signed))
  return { ...signed, signature: Buffer.from(signature).toString('base64') }
}

/** What the signature of a CBOM covers. */
export function signedTextOf({ signature: _, ...signed }: Pick<Cbom, 'signature'>): string {
  return canonicalJson(signed)
}
