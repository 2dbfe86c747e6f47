import { redact, redactLiterals } from '../findings/redact.ts'
import { isKeyOrConfigKind } from '../keys-and-config/key-and-config-files.ts'
import type { Detection, UnresolvedCalls } from '../model/detection.ts'
import type { FileSummary } from '../model/file-summary.ts'
import type { NameReader } from '../packs/interpret-name.ts'
import { candidatesOf } from './candidates.ts'
import { Choices } from './choices.ts'
import type { LinkOptions } from './linking.ts'
import { ProjectIndex } from './project-index.ts'
import { ValueResolver } from './resolve-values.ts'
import { type Candidate, chooseCurveUse, mergeDetections, toldUses } from './settle-detections.ts'
import { UnresolvedIndex } from './unresolved-calls.ts'

export interface Linked {
  readonly detections: readonly Detection[]
  readonly unresolved: readonly UnresolvedCalls[]
  /** Whether every file was looked at. */
  readonly isWhole: boolean
  /** The files that a fault kept from being linked; what the others tell is not touched by it. */
  readonly failed: readonly string[]
}

/** Joins what the files tell into findings, in the order of files and lines. */
export function linkProject(files: readonly FileSummary[], options: LinkOptions): Linked {
  const sorted = [...files].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))
  const index = new ProjectIndex(sorted)
  const resolver = new ValueResolver(index)
  const choices = new Choices(sorted, index, resolver)
  const candidates: Candidate[] = []
  const unresolved = new UnresolvedIndex()
  const languages = new Map(sorted.map(({ file, language }) => [file, language]))
  const failed: string[] = []
  let isWhole = true
  for (const summary of sorted) {
    isWhole &&= options.mayGoOn?.() !== false
    if (!isWhole) break
    try {
      for (const sighting of summary.sightings) {
        if (candidates.length >= options.maxDetections * 4) break
        if (isOwn(sighting.guessed, index)) continue
        const found = candidatesOf(summary, sighting, { resolver, choices, languages, options })
        candidates.push(...found.candidates)
        unresolved.add(summary, sighting, found.known)
      }
    } catch {
      // What a file does to the scanner is that file's affair, and a gap of the assessment.
      failed.push(summary.file)
    }
  }
  const merged = mergeDetections(chooseCurveUse(candidates, toldUses(sorted, index))).slice(0, options.maxDetections)
  const shown = merged.map((one) => ({ ...one, evidence: shownEvidence(one, options.names) }))
  return { detections: shown, unresolved: unresolved.groups(merged), isWhole, failed }
}

/** A name that only looks like a library's: the project has a class of its own by it. */
function isOwn(guessed: string | undefined, index: ProjectIndex): boolean {
  return guessed?.split('.').some((name) => index.classes.has(name)) === true
}

/** Tabs are left: they are what lines are indented with. */
const CONTROL = /[^\P{Cc}\t]/gu

/** The line without what may be key material, and on one line: a carriage return or an escape may stand in a source. */
function shownEvidence({ language, evidence }: Detection, names: NameReader): string {
  const redacted = redact(evidence.replaceAll(CONTROL, ' '))
  return isKeyOrConfigKind(language) ? redacted : redactLiterals(redacted, (text) => names.knows(text))
}
