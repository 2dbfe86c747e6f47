import type { Assessment } from '../findings/judge-detections.ts'
import type { PreviousScan } from '../model/assessment.ts'
import { migrationPlanOf } from '../plan/migration-plan.ts'
import { scoreOf } from '../score/score.ts'
import { cnsaVerdictOf } from '../verdict/cnsa-verdict.ts'
import { actionsSection, gapsSection } from './actions-section.ts'
import { findingsSection } from './findings-section.ts'
import { methodSection } from './method-section.ts'
import { algorithmsSection, planSection, riskSection, timelineSection } from './overview-sections.ts'
import { readableText } from './readable-text.ts'
import type { Report } from './report.ts'
import type { ReportNames } from './report-names.ts'
import { summarySection } from './summary-section.ts'
import { countsOf } from './tallies.ts'

/** What a report names when nobody said whose it is (specification, section 4: "a fixed default organization name"). */
export const DEFAULT_ORGANIZATION = 'Your organization'

interface ReportOptions extends ReportNames {
  readonly generatedAt: Date
  /** The path as it was asked for; the scanned root by default. Its last name is that of the project. */
  readonly projectPath?: string
  /** An earlier scan of the same project, for what changed since. */
  readonly previous?: PreviousScan
}

/** Gathers all that a report shows; `renderHtml`, `renderMarkdown` and `renderPdf` give it a form. */
export function buildReport(assessment: Assessment, options: ReportOptions): Report {
  const { generatedAt, organization = '', projectPath = assessment.outcome.root } = options
  const score = scoreOf(assessment, options.previous)
  const [verdict, plan] = [cnsaVerdictOf(assessment), migrationPlanOf(assessment)]
  const counts = countsOf(assessment.gapGroups)
  return {
    title: 'Cryptographic assessment',
    organization: readableText(organization.trim() || DEFAULT_ORGANIZATION, 120),
    project: readableText(options.project?.trim() || lastNameOf(projectPath), 120),
    details: detailsOf(options),
    generatedAt: generatedAt.toISOString(),
    sections: [
      summarySection({ assessment, score, verdict, plan }),
      actionsSection(assessment, options.assignments),
      riskSection(counts),
      algorithmsSection(assessment),
      gapsSection(assessment),
      planSection(plan),
      timelineSection(assessment, generatedAt),
      findingsSection(assessment, options.linkTemplate),
      methodSection(assessment),
    ],
  }
}

function lastNameOf(path: string): string {
  return path.split(/[\\/]/).findLast((name) => name !== '' && name !== '.') ?? 'project'
}

function detailsOf({ version, commit, classification }: ReportOptions): Report['details'] {
  const details = [
    { label: 'Version', value: version },
    { label: 'Commit', value: commit },
    { label: 'Classification', value: classification },
  ]
  return details.flatMap(({ label, value }) =>
    value === undefined || value.trim() === '' ? [] : [{ label, value: readableText(value.trim(), 120) }],
  )
}

/** The file name that the API gives: `report-2026-01-31.pdf` (specification, section 4). */
export function reportFileName(generatedAt: Date, extension: 'pdf' | 'html' | 'md' = 'pdf'): string {
  return `report-${generatedAt.toISOString().slice(0, 10)}.${extension}`
}
