import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMetrics } from '@sluice/service-kit'

/** Labels that every series has, from the service or from whoever scrapes it. */
const OF_EVERY_SERIES = ['service', 'instance', 'job', 'namespace', 'pod']
/** What Prometheus itself says of a target. */
const UP = 'up'

/** By metric: its labels, those of every series not named. */
type KnownMetrics = ReadonlyMap<string, readonly string[]>

const ROW = /^\| (`[a-z_`, ]+`) +\| (\w+) +\| (.*?) +\|/gm

/**
 * The metrics of the table in docs/operations.md, with the parts of a histogram under their own names. Rows of metrics
 * of the process, which name a family, are not among them.
 */
export function documentedMetrics(root: string): KnownMetrics {
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const rows = Array.from(page.matchAll(ROW), ([, names = '', type = '', labels = '']) => ({
    names: Array.from(names.matchAll(/[a-z_]+/g), ([name]) => name),
    type,
    labels: Array.from(labels.matchAll(/`(\w+)`/g), ([, label = '']) => label),
  }))
  return new Map(rows.flatMap(({ names, type, labels }) => names.flatMap((name) => seriesOf(name, type, labels))))
}

function seriesOf(name: string, type: string, labels: readonly string[]): (readonly [string, readonly string[]])[] {
  if (type !== 'histogram') return [[name, labels]]
  return [
    [`${name}_bucket`, [...labels, 'le']],
    [`${name}_sum`, labels],
    [`${name}_count`, labels],
  ]
}

const REGISTERED = /\bname: '((?:sluice|http)_[a-z_]+)'/g

/** The names of the metrics that the sources of the services register, without the parts of histograms. */
export function registeredNames(root: string): ReadonlySet<string> {
  const sources = globSync('{apps,packages}/*/src/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'))
  const names = sources.flatMap((path) =>
    Array.from(readFileSync(join(root, path), 'utf8').matchAll(REGISTERED), ([, name = '']) => name),
  )
  return new Set(names)
}

/** The metrics of a process, as a service registers them. */
export async function processMetrics(): Promise<KnownMetrics> {
  const text = await createMetrics({ service: 'none' }).render()
  const types = Array.from(text.matchAll(/^# TYPE ((?:process|nodejs)_\w+) (\w+)$/gm))
  return new Map(types.flatMap(([, name = '', type = '']) => seriesOf(name, type, [])))
}

/** What a query may use: what is both documented and registered, what every process has, and `up`. */
export interface Metrics {
  readonly documented: KnownMetrics
  readonly registered: ReadonlySet<string>
  readonly ofProcess: KnownMetrics
}

/** Why a series cannot be used with these labels; undefined where it can. */
export function faultOfSeries(
  { metric, labels }: { readonly metric: string; readonly labels: readonly string[] },
  { documented, registered, ofProcess }: Metrics,
): string | undefined {
  const own = ofProcess.get(metric) ?? (metric === UP ? [] : documented.get(metric))
  if (own === undefined) return `${metric} is not in the table of docs/operations.md`
  const base = metric.replace(/_(?:bucket|sum|count)$/, '')
  if (documented.has(metric) && !registered.has(metric) && !registered.has(base))
    return `${metric} is registered by no service`
  const other = labels.find((label) => !own.includes(label) && !OF_EVERY_SERIES.includes(label))
  return other === undefined ? undefined : `${metric} has no label ${other}`
}
