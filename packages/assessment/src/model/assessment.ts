import {
  PARTS,
  type Part,
  RISK_LEVELS,
  type RiskLevel,
  URGENCIES,
  type Urgency,
  VERDICTS,
  type Verdict,
} from '@sluice/assessment-contract/vocabulary'
import type {
  Confidence,
  FileCount,
  Ignored,
  Parameters,
  Role,
  SkipReason,
  Sources,
  UnresolvedCalls,
} from './detection.ts'

/*
 * The records of the assessment API (specification, section 2). Members beyond it are named as such; nothing of it is
 * left out or renamed.
 */

export { PARTS, type Part, RISK_LEVELS, type RiskLevel, URGENCIES, type Urgency, VERDICTS, type Verdict }

export interface Asset {
  /** The same for the same use of the same algorithm with the same parameters, wherever it stands. */
  readonly logicalId: string
  /** `<logicalId>::<file>:<line>`. */
  readonly locationalId: string
  readonly role: Role
  readonly algorithm: string
  readonly parameters: Parameters
  readonly riskLevel: RiskLevel
}

export interface CbomHeader {
  readonly version: string
  readonly projectPath: string
  readonly kbVersion: string
  /** Packs beside the built-in one: `extended 1.0.0`. Not in the specification; there only with such packs. */
  readonly packs?: readonly string[]
  /** ISO 8601, UTC. */
  readonly generatedAt: string
}

export interface Cbom {
  readonly header: CbomHeader
  readonly assets: readonly Asset[]
  /** Base64, over the canonical JSON of header and assets. */
  readonly signature: string
}

export interface Finding {
  readonly algorithm: string
  readonly role: Role
  readonly risk: RiskLevel
  readonly confidence: Confidence
  /** The file, relative to the project. */
  readonly location: string
  readonly line: number
  readonly description: string
  /** Not in the specification: whether it is in what is shipped, or in what only tests it. */
  readonly part: Part
  /** Not in the specification: the line of code, shortened, without what may be key material. */
  readonly code: string
  /** Not in the specification: what takes its place, by which year of CNSA 2.0; only where something is to be done. */
  readonly replacement?: { readonly target: string; readonly exclusiveBy: number }
}

type ByPart<Figures> = Readonly<Record<Part, Figures>>

export interface FindingCounts {
  readonly count: number
  readonly quantumBroken: number
  readonly quantumVulnerable: number
  readonly mitigable: number
  readonly quantumSafe: number
}

export interface FindingsSummary extends FindingCounts, ByPart<FindingCounts> {
  readonly findings: readonly Finding[]
}

/** What the documents rest on. Not in the specification. */
export interface Coverage extends Sources {
  readonly filesRead: number
  /** Files and folders that were not read, by reason. */
  readonly leftOut: Readonly<Partial<Record<SkipReason, number>>>
  readonly ignored: Ignored
  /** Source in languages that a reader understands. */
  readonly understood: FileCount
  /** Source of which lines are compared with patterns. */
  readonly byText: FileCount
  /** Source in languages that are only known by name. */
  readonly notUnderstood: FileCount
  /** Calls of libraries that are known, with an algorithm that the code does not tell. */
  readonly unresolved: readonly UnresolvedCalls[]
}

export interface ScoreFigures {
  /** 0 (all quantum-safe) to 1 (all quantum-broken). */
  readonly systemScore: number
  readonly componentCount: number
  readonly findingCount: number
}

export interface ScoreBand {
  /** The lowest score in it. */
  readonly from: number
  readonly band: string
  readonly meaning: string
}

/** How to read a score. Not in the specification. */
export interface ScoreScale {
  readonly best: 0
  readonly worst: 1
  readonly better: 'lower'
  /** Of this score. */
  readonly band: string
  readonly meaning: string
  /** All bands, from the best. */
  readonly bands: readonly ScoreBand[]
}

/** An earlier scan of the same project. */
export interface PreviousScan {
  readonly systemScore: number
  readonly findingCount: number
  /** ISO 8601, UTC. */
  readonly at: string
}

/** What changed since an earlier scan of the same project. Not in the specification. */
export interface ScoreChange {
  /** ISO 8601, UTC. */
  readonly since: string
  /** Of that scan. */
  readonly systemScore: number
  /** -1 to 1; below 0 it became better. */
  readonly difference: number
  readonly direction: 'better' | 'worse' | 'same'
  /** How many more findings there are; below 0 there are fewer. */
  readonly findings: number
}

export interface Score extends ScoreFigures, ByPart<ScoreFigures> {
  readonly scale: ScoreScale
  /** Where an earlier scan of the same project is known. */
  readonly change?: ScoreChange
  readonly coverage: Coverage
}

export interface ComplianceGap {
  readonly algorithm: string
  readonly gapDescription: string
  readonly recommendedAction: string
}

export interface VerdictFigures {
  readonly verdict: Verdict
  readonly compliant: number
  readonly nonCompliant: number
}

export interface CnsaVerdict extends VerdictFigures {
  readonly product: VerdictFigures
  /** Has no verdict instead of `Compliant` where nothing was found in test code: there may be none. */
  readonly test: Omit<VerdictFigures, 'verdict'> & { readonly verdict?: Verdict }
  readonly gaps: readonly ComplianceGap[]
  readonly evidence: { readonly profileName: string; readonly profileVersion: string }
  readonly coverage: Coverage
}

export interface MigrationItem {
  readonly urgency: Urgency
  readonly algorithm: string
  readonly target: string
  readonly effortDays: number
  readonly rationale: string
  /** Not in the specification: the year by which CNSA 2.0 wants it done. */
  readonly exclusiveBy: number
}

export interface PlanFigures {
  readonly totalEffortDays: number
  readonly itemCount: number
}

export interface MigrationPlan extends PlanFigures, ByPart<PlanFigures> {
  readonly items: readonly MigrationItem[]
}
