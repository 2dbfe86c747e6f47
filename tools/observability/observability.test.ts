import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { documentedMetrics, faultOfSeries, type Metrics, processMetrics, registeredNames } from './known-metrics.ts'
import { readQuery } from './promql.ts'
import { readAdapterRules, readDashboard, readRules } from './read-files.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const at = (path: string) => join(ROOT, path)

const ALERTS = readRules(at('infra/observability/alerts.yaml')).flatMap(({ rules }) => rules)
const DASHBOARD = readDashboard(at('infra/observability/grafana/dashboards/sluice.json'))
const ADAPTER = readAdapterRules(at('infra/k8s/monitoring/adapter-rules.yaml'))
const PANELS = DASHBOARD.panels.filter(({ type }) => type !== 'row')

let metrics: Metrics
beforeAll(async () => {
  metrics = {
    documented: documentedMetrics(ROOT),
    registered: registeredNames(ROOT),
    ofProcess: await processMetrics(),
  }
})

/** What is wrong with a query, by its grammar and by the metrics that there are. */
function faultsOf(query: string, known: Metrics = metrics): string[] {
  const uses = readQuery(query)
  const faults = uses.map((use) => faultOfSeries(use, known)).filter((fault) => fault !== undefined)
  return uses.length === 0 ? ['uses no series'] : faults
}

/** Grafana's own variable stands for a range of time. */
const asWritten = (expr: string) => expr.replaceAll('$__rate_interval', '5m')

describe('the metrics that are known', () => {
  it('come from the table, from the sources and from a process', () => {
    expect(metrics.documented.size).toBeGreaterThan(60)
    expect(metrics.registered.size).toBeGreaterThan(50)
    expect(metrics.ofProcess.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
    // A name that no source has would hide a typing error in the table.
    const gone = [...metrics.documented.keys()].filter((name) => {
      const base = name.replace(/_(?:bucket|sum|count)$/, '')
      return !metrics.registered.has(name) && !metrics.registered.has(base)
    })
    expect(gone).toEqual([])
  })

  it.each([
    ['sum(sluice_outbox_record)', 'sluice_outbox_record is not in the table'],
    ['sum by (tenant) (sluice_outbox_records)', 'sluice_outbox_records has no label tenant'],
    ['sluice_outbox_lag_records{groop="audit"}', 'sluice_outbox_lag_records has no label groop'],
    ['sum(rate(sluice_soar_command_seconds[5m]))', 'sluice_soar_command_seconds is not in the table'],
    ['sum by (le) (sluice_soar_command_seconds_count)', 'sluice_soar_command_seconds_count has no label le'],
    ['1 > 0', 'uses no series'],
  ])('are missed in %s', (query, fault) => {
    expect(faultsOf(query).join('\n')).toContain(fault)
  })

  it('are missed where they are documented and no service registers them', () => {
    const registered = new Set([...metrics.registered].filter((name) => name !== 'sluice_outbox_records'))
    expect(faultsOf('sluice_outbox_records', { ...metrics, registered })).toEqual([
      'sluice_outbox_records is registered by no service',
    ])
  })
})

describe('the alerts', () => {
  it.each(ALERTS)('$alert uses series that are there', ({ expr }) => {
    expect(faultsOf(expr)).toEqual([])
  })

  it.each(ALERTS)('$alert names a page, and a part of it, that is there', ({ annotations }) => {
    const [path = '', part] = annotations.runbook.split('#')
    expect(existsSync(at(path)), path).toBe(true)
    if (part !== undefined) expect(partsOf(readFileSync(at(path), 'utf8'))).toContain(part)
  })

  it('have names of their own, and there is one for every page', () => {
    const names = ALERTS.map(({ alert }) => alert)
    expect(new Set(names).size).toBe(names.length)
    const named = new Set(ALERTS.map(({ annotations }) => annotations.runbook.replace(/#.*/, '')))
    const pages = readdirSync(at('docs/runbooks')).filter((name) => name !== 'README.md')
    expect([...named].toSorted()).toEqual(pages.map((name) => `docs/runbooks/${name}`).toSorted())
  })
})

describe('the dashboard', () => {
  it.each(PANELS)('$title uses series that are there', ({ targets }) => {
    expect(targets.length).toBeGreaterThan(0)
    expect(targets.flatMap(({ expr }) => faultsOf(asWritten(expr)))).toEqual([])
  })

  it('asks the source that is provisioned, and no two panels share a place', () => {
    const source = parse(
      readFileSync(at('infra/observability/grafana/provisioning/datasources/prometheus.yaml'), 'utf8'),
    )
    expect(PANELS.map(({ datasource }) => datasource?.uid)).toEqual(PANELS.map(() => source.datasources[0].uid))
    const cells = PANELS.flatMap(({ gridPos: { x, y, w } }) => Array.from({ length: w }, (_, n) => `${x + n}:${y}`))
    expect(new Set(cells).size).toBe(cells.length)
    expect(PANELS.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
  })
})

describe('the adapter for custom metrics', () => {
  it.each(ADAPTER)(
    '$seriesQuery is a series that is there, by the query that is made of it',
    ({ seriesQuery, metricsQuery }) => {
      const [use] = readQuery(seriesQuery)
      const asked = metricsQuery
        .replaceAll('<<.Series>>', use?.metric ?? '')
        .replaceAll('<<.LabelMatchers>>', 'namespace="sluice",pod=~"a|b"')
        .replaceAll('<<.GroupBy>>', 'pod')
      expect([...faultsOf(seriesQuery), ...faultsOf(asked)]).toEqual([])
    },
  )

  it('serves what the autoscaler asks for, and nothing else', () => {
    const autoscaler = parse(readFileSync(at('infra/k8s/overlays/production/gateway-autoscaler.yaml'), 'utf8'))
    const asked = autoscaler.spec.metrics.flatMap(
      (one: { pods?: { metric: { name: string } } }) => one.pods?.metric.name ?? [],
    )
    const served = ADAPTER.flatMap(({ seriesQuery }) => readQuery(seriesQuery).map(({ metric }) => metric))
    expect(served.toSorted()).toEqual(asked.toSorted())
  })
})

describe('prometheus.yml', () => {
  it('scrapes each service of docker-compose.yml that has a port for operations, and no other', () => {
    const { scrape_configs: jobs } = parse(readFileSync(at('infra/observability/prometheus.yml'), 'utf8'))
    const { services } = parse(readFileSync(at('docker-compose.yml'), 'utf8'), { merge: true })
    const watched = Object.keys(services).filter((name) => services[name].environment?.OPERATIONS_PORT !== undefined)
    expect(jobs[0].static_configs[0].targets).toEqual(
      watched.map((name) => `${name}:${services[name].environment.OPERATIONS_PORT}`),
    )
  })
})

/** The anchors of a page's headings, as Markdown viewers make them. */
function partsOf(page: string): string[] {
  return Array.from(page.matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  )
}
