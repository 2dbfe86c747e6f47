import { createJailbreakLayer } from '@sluice/pipeline'
import { type Evaluation, type Figures, percent, ratio } from './evaluation.ts'
import { askLayer } from './exchange.ts'
import { optionalString, type Row, stringMember } from './read-rows.ts'

/** Rows of these kinds are reported, and left out of the totals: they cannot be decided by technique alone. */
const REPORT_ONLY: ReadonlySet<string> = new Set(['indirect_soft', 'contextual_soft', 'harmful_plain'])

interface Counts {
  attacks: number
  blocked: number
  benign: number
  falselyBlocked: number
  falselyObserved: number
}

/**
 * Measures L1 at the default thresholds: recall is the share of label 1 that is refused, the false positive rate (FPR)
 * the share of label 0 that is refused; `observed` is the share of label 0 that is let through with a remark.
 */
export function evaluateJailbreak(): Evaluation {
  const layer = createJailbreakLayer({ timeoutMs: 60_000, opinionTimeoutMs: 60_000, keptLevelOf: () => 7 })
  const perFile = new Map<string, Map<string, Counts>>()
  const total = none()
  return {
    async take(row, file) {
      const kind = optionalString(row, 'kind') ?? 'unknown'
      const label = labelOf(row)
      const decision = await askLayer(layer, stringMember(row, 'text'))
      const kinds = perFile.get(file) ?? new Map<string, Counts>()
      perFile.set(file, kinds)
      const counts = kinds.get(kind) ?? none()
      kinds.set(kind, counts)
      const observed = decision.type !== 'deny' && (decision.violations?.length ?? 0) > 0
      for (const count of REPORT_ONLY.has(kind) ? [counts] : [counts, total]) {
        note(count, label, decision.type === 'deny', observed)
      }
    },
    result: () => ({
      tables: [
        ...[...perFile].map(([file, kinds]) => ({
          title: file,
          rows: [...kinds].map(([kind, counts]): Figures => ({ kind, ...figures(counts, percent) })),
        })),
        { title: 'all files, without report-only kinds', rows: [figures(total, percent)] },
      ],
      json: {
        eval: 'jailbreak',
        files: Object.fromEntries(
          [...perFile].map(([file, kinds]) => [
            file,
            Object.fromEntries([...kinds].map(([kind, counts]) => [kind, figures(counts, ratio)])),
          ]),
        ),
        all: figures(total, ratio),
      },
    }),
  }
}

function note(counts: Counts, label: 0 | 1, blocked: boolean, observed: boolean): void {
  if (label === 1) {
    counts.attacks += 1
    if (blocked) counts.blocked += 1
    return
  }
  counts.benign += 1
  if (blocked) counts.falselyBlocked += 1
  if (observed) counts.falselyObserved += 1
}

function labelOf(row: Row): 0 | 1 {
  const { label } = row.value
  if (label !== 0 && label !== 1) throw new Error(`${row.place}: "label" must be 0 or 1`)
  return label
}

function figures<T>(counts: Counts, share: (part: number, whole: number) => T) {
  const { attacks, blocked, benign, falselyBlocked, falselyObserved } = counts
  return {
    attacks,
    recall: share(blocked, attacks),
    benign,
    fpr: share(falselyBlocked, benign),
    observed: share(falselyObserved, benign),
  }
}

function none(): Counts {
  return { attacks: 0, blocked: 0, benign: 0, falselyBlocked: 0, falselyObserved: 0 }
}
