/** Who does a piece of work, and until when. */
export interface Assignment {
  readonly owner?: string | undefined
  /** `2027-06-30`, or a year. */
  readonly due?: string | undefined
}

/** What a report says of its project that a scan cannot know. */
export interface ReportNames {
  readonly organization?: string | undefined
  /** The project's name, instead of that of its folder. */
  readonly project?: string | undefined
  readonly version?: string | undefined
  readonly commit?: string | undefined
  /** How the report is to be handled, such as `Internal`. */
  readonly classification?: string | undefined
  /** Leads from a finding to its line; must pass `isLinkTemplate`. */
  readonly linkTemplate?: string | undefined
  /** By algorithm, as the report names it; `*` is for all others. */
  readonly assignments?: Readonly<Record<string, Assignment>> | undefined
}

/** The assignment of an algorithm: each member its own, else that of `*`. */
export function assignmentOf(assignments: ReportNames['assignments'] = {}, algorithm?: string): Assignment {
  const own = Object.entries(assignments).find(([name]) => name.toLowerCase() === algorithm?.toLowerCase())?.[1]
  const owner = own?.owner ?? assignments['*']?.owner
  const due = own?.due ?? assignments['*']?.due
  return { owner, due }
}

const DATE = /^\d{4}(?:-\d\d-\d\d)?$/

/** Whether a text can be a due date: a year, or a day that there is. */
export function isDueDate(text: string): boolean {
  if (!DATE.test(text)) return false
  const day = new Date(text)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
