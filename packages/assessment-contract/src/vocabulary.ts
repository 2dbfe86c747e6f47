/*
 * The words of the API's answers: where the specification has a closed set, it stands here and nowhere else. The
 * engine, the service and their callers import it.
 */

/** Specification, section 2: the risk categories, from the worst. */
export const RISK_LEVELS = ['QuantumBroken', 'QuantumVulnerable', 'Mitigable', 'QuantumSafe'] as const
export type RiskLevel = (typeof RISK_LEVELS)[number]

/** Specification, section 2: what CNSA 2.0 says of a project, and the engine of a single use. */
export const VERDICTS = ['Compliant', 'NonCompliant', 'Indeterminate'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Specification, section 2: of an item of the migration plan, from the most urgent. */
export const URGENCIES = ['Critical', 'High', 'Medium', 'Low'] as const
export type Urgency = (typeof URGENCIES)[number]

/** What is shipped, and what only tests it. Not in the specification, whose members go on covering both. */
export const PARTS = ['product', 'test'] as const
export type Part = (typeof PARTS)[number]

/** How sure the scanner is that the code at a place uses the algorithm; the specification names `High`. */
export const CONFIDENCES = ['High', 'Medium', 'Low'] as const
export type Confidence = (typeof CONFIDENCES)[number]

/** The versions of CycloneDX that a bill of materials is to be had in. */
export const CYCLONEDX_VERSIONS = ['1.6', '1.7'] as const
export type CycloneDxVersion = (typeof CYCLONEDX_VERSIONS)[number]

/** The registered media type (RFC 6838; IANA `application/vnd.cyclonedx+json`); the version is a parameter of it. */
export const CYCLONEDX_MEDIA_TYPE = 'application/vnd.cyclonedx+json'

/** The keys that a bill of materials can be signed with. */
export const SIGNATURE_KINDS = ['ecdsa', 'ml-dsa-87'] as const
export type SignatureKind = (typeof SIGNATURE_KINDS)[number]

/** Why a scan was not completed: the values of the header `x-scan-failure`. */
export const SCAN_FAILURES = [
  'not-found',
  'not-a-directory',
  'unreadable',
  'refused',
  'limit-reached',
  'engine-failed',
  'aborted',
] as const
export type ScanFailureReason = (typeof SCAN_FAILURES)[number]

export { isLinkTemplate } from './link-template.ts'
