import { parseArgs } from 'node:util'
import { CYCLONEDX_VERSIONS, type CycloneDxVersion, isLinkTemplate } from '@sluice/assessment-contract/vocabulary'
import type { Verdict } from '../model/assessment.ts'
import type { ReportNames } from '../report/report-names.ts'
import { readAssignments } from './read-assignments.ts'
import { UsageError } from './usage-error.ts'

export const FORMATS = ['json', 'cbom', 'cyclonedx', 'sarif', 'md', 'html', 'pdf'] as const
export type Format = (typeof FORMATS)[number]

export interface AssessCommand {
  readonly kind: 'assess'
  readonly path: string
  readonly format: Format
  readonly cyclonedxVersion: CycloneDxVersion
  readonly packs: readonly string[]
  /** The command fails at this verdict; `Indeterminate` includes `NonCompliant`. */
  readonly failOn?: Exclude<Verdict, 'Compliant'>
  readonly out?: string
  /** What only reports show. */
  readonly names: ReportNames
  /** An earlier JSON listing of the same project. */
  readonly previous?: string
  /** File with the private key that signs a CBOM. */
  readonly key?: string
  readonly workers?: number
  readonly timeLimitMs?: number
  /** Reads also what ignore files leave out. */
  readonly readsIgnored: boolean
  readonly isQuiet: boolean
}

export interface VerifyCommand {
  readonly kind: 'verify'
  readonly cbom: string
  /** File with the public key. */
  readonly key: string
}

export type Command = AssessCommand | VerifyCommand | { readonly kind: 'help' }

export const USAGE = `Usage:
  npm run assess -- PATH [options]
  npm run assess -- verify CBOM --key PUBLIC_KEY

Finds cryptography in the source code, keys and configuration below PATH and says what it means for CNSA 2.0.

Options:
  --format FORMAT      ${FORMATS.join(', ')} (default: json)
  --cyclonedx VERSION  ${CYCLONEDX_VERSIONS.join(' or ')} (default: 1.6)
  --pack PACK          a knowledge pack beside the built-in one: extended, or a folder; may be repeated
  --fail-on VERDICT    exit with 1 at NonCompliant, or at Indeterminate and NonCompliant
  --out FILE           write to FILE instead of the standard output; a CBOM gets FILE.pub.pem beside it
  --organization NAME  named in reports
  --project NAME       the project's name in reports (default: that of its folder)
  --classification TEXT  how a report is to be handled, such as Internal
  --link-template URL  links findings of a report: 'https://example.com/blob/main/{path}#L{line}'
  --owner NAME         who does what a report asks for; ALGORITHM=NAME for one algorithm; may be repeated
  --due DAY            until when, such as 2027-06-30; ALGORITHM=DAY for one algorithm; may be repeated
  --previous FILE      an earlier JSON listing of the same project: says what changed since
  --key FILE           private key in PEM (EC P-384 or P-256; for a CBOM also ML-DSA-87); a new one by default
  --workers N          threads that parse
  --time-limit-s N     longest scan in seconds
  --ignored            read also what .gitignore and .ignore files leave out
  --quiet              no progress and no summary on the error output
  --help               this text

Exit codes: 0 done, 1 failed verdict or signature, 2 wrong usage, 3 scan failed, 4 scan incomplete, 5 output failed.
`

const MAX_WORKERS = 64
const MAX_TIME_LIMIT_S = 86_400

/** Reads the arguments behind the program's name. Throws a `UsageError`. */
export function parseArguments(args: readonly string[]): Command {
  const { values, positionals } = parsed(args)
  if (values.help === true) return { kind: 'help' }
  const [first, second, ...more] = positionals
  if (first === undefined) throw new UsageError('A path is missing.')
  if (first === 'verify' && second !== undefined) {
    if (values.key === undefined) throw new UsageError('verify needs --key with the public key.')
    if (more.length > 0) throw new UsageError('verify takes one file.')
    return { kind: 'verify', cbom: second, key: values.key }
  }
  if (second !== undefined) throw new UsageError('One path at a time.')
  const format = oneOf('--format', values.format ?? 'json', FORMATS)
  if (format === 'pdf' && values.out === undefined) throw new UsageError('A PDF needs --out FILE.')
  return {
    kind: 'assess',
    path: first,
    format,
    cyclonedxVersion: oneOf('--cyclonedx', values.cyclonedx ?? '1.6', CYCLONEDX_VERSIONS),
    packs: values.pack ?? [],
    readsIgnored: values.ignored === true,
    isQuiet: values.quiet === true,
    ...(values['fail-on'] === undefined ? {} : { failOn: oneOf('--fail-on', values['fail-on'], FAILURES) }),
    ...(values.out === undefined ? {} : { out: values.out }),
    names: reportNames(values),
    ...(values.previous === undefined ? {} : { previous: values.previous }),
    ...(values.key === undefined ? {} : { key: values.key }),
    ...(values.workers === undefined ? {} : { workers: count('--workers', values.workers, MAX_WORKERS) }),
    ...(values['time-limit-s'] === undefined
      ? {}
      : { timeLimitMs: count('--time-limit-s', values['time-limit-s'], MAX_TIME_LIMIT_S) * 1_000 }),
  }
}

/** What only reports show. Throws a `UsageError`. */
function reportNames(values: ReturnType<typeof parsed>['values']): ReportNames {
  const { organization, project, classification, owner = [], due = [], 'link-template': linkTemplate } = values
  if (linkTemplate !== undefined && !isLinkTemplate(linkTemplate)) {
    throw new UsageError('--link-template is an http or https address with {path} in it.')
  }
  return {
    ...(organization === undefined ? {} : { organization }),
    ...(project === undefined ? {} : { project }),
    ...(classification === undefined ? {} : { classification }),
    ...(linkTemplate === undefined ? {} : { linkTemplate }),
    assignments: readAssignments(owner, due),
  }
}

const FAILURES = ['NonCompliant', 'Indeterminate'] as const

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        cyclonedx: { type: 'string' },
        pack: { type: 'string', multiple: true },
        'fail-on': { type: 'string' },
        out: { type: 'string' },
        organization: { type: 'string' },
        project: { type: 'string' },
        classification: { type: 'string' },
        'link-template': { type: 'string' },
        owner: { type: 'string', multiple: true },
        due: { type: 'string', multiple: true },
        previous: { type: 'string' },
        key: { type: 'string' },
        workers: { type: 'string' },
        'time-limit-s': { type: 'string' },
        ignored: { type: 'boolean' },
        quiet: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : 'The arguments cannot be read.', { cause })
  }
}

function oneOf<const Value extends string>(name: string, value: string, allowed: readonly Value[]): Value {
  const found = allowed.find((one) => one.toLowerCase() === value.toLowerCase())
  if (found === undefined) throw new UsageError(`${name} is one of: ${allowed.join(', ')}.`)
  return found
}

function count(name: string, text: string, most: number): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > most) throw new UsageError(`${name} is a whole number from 1 to ${most}.`)
  return value
}
