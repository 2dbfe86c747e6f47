import type { AssessedUse } from '../findings/assessed-use.ts'
import { nameOfUse } from '../findings/describe.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import { PARTS, RISK_LEVELS, type RiskLevel } from '../model/assessment.ts'
import { RISK_TITLES, RISK_TONES } from './charts.ts'
import { readablePath, readableText } from './readable-text.ts'
import type { Block, Cell, Section } from './report.ts'
import { numberText } from './tallies.ts'

/** About 30 pages. Nobody reads more on paper; the JSON, CycloneDX and SARIF forms hold every finding. */
export const MAX_LISTED_FINDINGS = 1_000

/** The findings, first of the product, the gravest first, by place within one risk, up to a bound that is said. */
export function findingsSection({ uses, parts }: Assessment): Section {
  const listed = PARTS.flatMap((part) => gravestFirst(parts[part].uses)).slice(0, MAX_LISTED_FINDINGS)
  const blocks: Block[] = []
  if (listed.length < uses.length) {
    blocks.push({
      kind: 'notice',
      tone: 'plain',
      title: `${numberText(listed.length)} of ${numberText(uses.length)} findings are listed`,
      text: 'Those of the product come first, of these the gravest. The forms for machines (JSON, CycloneDX, SARIF) hold all of them.',
    })
  }
  blocks.push(
    listed.length === 0
      ? { kind: 'paragraph', text: 'Nothing was found.' }
      : {
          kind: 'table',
          columns: [
            { title: 'Risk', share: 0.19 },
            { title: 'Use', share: 0.29 },
            { title: 'Place', share: 0.39 },
            { title: 'Confidence', share: 0.13 },
          ],
          rows: listed.map(rowOf),
        },
  )
  return { id: 'findings', title: 'Findings', blocks, startsPage: listed.length > 20 }
}

function gravestFirst(uses: readonly AssessedUse[]): AssessedUse[] {
  const byRisk: Record<RiskLevel, AssessedUse[]> = {
    QuantumBroken: [],
    QuantumVulnerable: [],
    Mitigable: [],
    QuantumSafe: [],
  }
  for (const use of uses) {
    const list = byRisk[use.asset.judgement.risk]
    if (list.length < MAX_LISTED_FINDINGS) list.push(use)
  }
  return RISK_LEVELS.flatMap((level) => byRisk[level]).slice(0, MAX_LISTED_FINDINGS)
}

function rowOf({ asset, detection }: AssessedUse): Cell[] {
  const { risk } = asset.judgement
  return [
    { text: RISK_TITLES[risk], tone: RISK_TONES[risk] },
    { text: readableText(nameOfUse(asset)) },
    { text: `${readablePath(detection.file)}:${detection.line}`, isCode: true },
    { text: detection.confidence },
  ]
}
