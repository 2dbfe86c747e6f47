import type { AssessedUse } from '../findings/assessed-use.ts'
import { counted, nameOfUse } from '../findings/describe.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import { partOf } from '../findings/parts.ts'
import { RISK_LEVELS } from '../model/assessment.ts'
import { RISK_TITLES, RISK_TONES } from './charts.ts'
import { fairSelection } from './fair-selection.ts'
import { linkTo } from './link-template.ts'
import { readablePath, readableText } from './readable-text.ts'
import type { Block, Cell, FileGroup, Section } from './report.ts'
import { numberText } from './tallies.ts'

/** Some 20 pages. Nobody reads more on paper; the JSON, CycloneDX and SARIF forms hold every finding. */
export const MAX_LISTED_FINDINGS = 500
/** With each file folded, a page on the screen stays below some 10,000 pixels. */
export const MAX_LISTED_FILES = 200

/** The findings by file, those of the product first, then the gravest, up to bounds that are said. */
export function findingsSection(assessment: Assessment, linkTemplate?: string): Section {
  const { uses } = assessment
  const files = filesOf(fairSelection(assessment, MAX_LISTED_FINDINGS)).slice(0, MAX_LISTED_FILES)
  const listed = files.reduce((sum, [, members]) => sum + members.length, 0)
  const blocks: Block[] = []
  if (listed < uses.length) {
    blocks.push({
      kind: 'notice',
      tone: 'plain',
      title: `${numberText(listed)} of ${numberText(uses.length)} findings are listed`,
      text: `They are some of each algorithm, in ${counted(files.length, 'file')}, those of the product first. The forms for machines (JSON, CycloneDX, SARIF) hold all of them.`,
    })
  }
  blocks.push(
    files.length === 0
      ? { kind: 'paragraph', text: 'Nothing was found.' }
      : {
          kind: 'files',
          columns: [
            { title: 'Line', share: 0.08 },
            { title: 'Risk', share: 0.2 },
            { title: 'Use', share: 0.3 },
            { title: 'Code', share: 0.42 },
          ],
          files: files.map(([path, members]) => groupOf(path, members, linkTemplate)),
        },
  )
  return { id: 'findings', title: 'Findings by file', blocks, startsPage: listed > 20 }
}

type FileUses = readonly [path: string, uses: readonly AssessedUse[]]

/** Files of the product first, then those with the gravest finding, then those with the most. */
function filesOf(uses: readonly AssessedUse[]): FileUses[] {
  const grouped = [...Map.groupBy(uses, ({ detection }) => detection.file)]
  const ranked = grouped.map(([path, members]) => ({
    file: [path, members.toSorted((a, b) => a.detection.line - b.detection.line)] as const,
    isTest: members.every((use) => partOf(use) === 'test') ? 1 : 0,
    risk: Math.min(...members.map(({ asset }) => RISK_LEVELS.indexOf(asset.judgement.risk))),
  }))
  return ranked
    .sort(
      (a, b) =>
        a.isTest - b.isTest ||
        a.risk - b.risk ||
        b.file[1].length - a.file[1].length ||
        (a.file[0] < b.file[0] ? -1 : 1),
    )
    .map(({ file }) => file)
}

function groupOf(path: string, uses: readonly AssessedUse[], linkTemplate: string | undefined): FileGroup {
  const isTest = uses.every((use) => partOf(use) === 'test')
  return {
    path: readablePath(path),
    note: `${counted(uses.length, 'finding')}${isTest ? ', test code' : ''}`,
    rows: uses.map((use) => rowOf(use, linkTemplate)),
  }
}

const MAX_CODE_CHARS = 160

function rowOf({ asset, detection }: AssessedUse, linkTemplate: string | undefined): Cell[] {
  const { risk } = asset.judgement
  const { file, line, confidence, evidence } = detection
  const link = linkTemplate === undefined ? {} : { link: linkTo(linkTemplate, file, line) }
  const doubt = confidence === 'High' ? '' : `, ${confidence.toLowerCase()} confidence`
  return [
    { text: String(line), ...link },
    { text: RISK_TITLES[risk], tone: RISK_TONES[risk] },
    { text: `${readableText(nameOfUse(asset))}${doubt}` },
    { text: readableText(evidence.trim(), MAX_CODE_CHARS), isCode: true },
  ]
}
