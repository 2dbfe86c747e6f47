import { createHash } from 'node:crypto'
import type { AssessedUse, LogicalAsset } from '../findings/assessed-use.ts'
import { coverageOf } from '../findings/coverage.ts'
import { describer } from '../findings/findings.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import type { RiskLevel } from '../model/assessment.ts'
import type { Log, ReportingDescriptor, Result } from './sarif-types.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** How loud a finding is; what is quantum-safe is information (SARIF 2.1.0, 3.27.9 and 3.27.10). */
const levels: Readonly<Record<RiskLevel, Pick<Result, 'kind' | 'level'>>> = {
  QuantumBroken: { kind: 'fail', level: 'error' },
  QuantumVulnerable: { kind: 'fail', level: 'warning' },
  Mitigable: { kind: 'fail', level: 'note' },
  QuantumSafe: { kind: 'informational', level: 'none' },
}

/** The findings as a SARIF 2.1.0 log with one run; one rule for each algorithm and risk. */
export function toSarif(assessment: Assessment): Log {
  const rules = new Map<string, { readonly index: number; readonly descriptor: ReportingDescriptor }>()
  const results: Result[] = []
  const describe = describer()
  const fingerprint = fingerprinter()
  for (const use of assessment.uses) {
    const { asset, detection } = use
    const id = ruleIdOf(asset)
    const rule = rules.get(id) ?? { index: rules.size, descriptor: ruleOf(id, asset) }
    rules.set(id, rule)
    results.push({
      ruleId: id,
      ruleIndex: rule.index,
      ...levels[asset.judgement.risk],
      message: { text: describe(use) },
      locations: [locationOf(use)],
      partialFingerprints: { 'sluiceAsset/v1': fingerprint(use) },
      properties: {
        role: asset.role,
        confidence: detection.confidence,
        setting: detection.setting,
        cnsa2: asset.judgement.cnsa2,
        logicalId: asset.logicalId,
      },
    })
  }
  const driver = {
    name: 'Sluice cryptographic assessment',
    semanticVersion: assessment.knowledge.version,
    rules: [...rules.values()].map(({ descriptor }) => descriptor),
  }
  const isComplete = assessment.outcome.status === 'completed'
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: isComplete }],
        results,
        properties: { coverage: coverageOf(assessment) },
      },
    ],
  }
}

function ruleIdOf({ algorithm, judgement }: LogicalAsset): string {
  const risk = judgement.risk.replace(/(?<=[a-z])(?=[A-Z])/g, '-')
  return `${algorithm}-${risk}`.toLowerCase().replace(/[^a-z0-9]/g, '-')
}

function ruleOf(id: string, { entry, judgement }: LogicalAsset): ReportingDescriptor {
  return {
    id,
    shortDescription: { text: entry.title },
    fullDescription: { text: judgement.reason },
    defaultConfiguration: { level: levels[judgement.risk].level },
  }
}

function locationOf({ detection: { file, line, column, evidence } }: AssessedUse) {
  const region = {
    startLine: Math.max(1, line),
    ...(column === undefined ? {} : { startColumn: Math.max(1, column) }),
    snippet: { text: evidence.toWellFormed() },
  }
  // A relative reference (RFC 3986): each name of the path is encoded, the slashes between them are not.
  const uri = file.split('/').map(encodeURIComponent).join('/')
  return { physicalLocation: { artifactLocation: { uri, uriBaseId: 'SRCROOT' }, region } }
}

/** Stays the same when lines move: the asset, the file, and which of the same uses in it this is. */
function fingerprinter(): (use: AssessedUse) => string {
  const seen = new Map<string, number>()
  let lastFile: string | undefined
  return ({ asset: { logicalId }, detection: { file } }) => {
    if (file !== lastFile) seen.clear()
    lastFile = file
    const nth = (seen.get(logicalId) ?? 0) + 1
    seen.set(logicalId, nth)
    return createHash('sha256')
      .update(JSON.stringify([logicalId, file, nth]))
      .digest('hex')
      .slice(0, 32)
  }
}
