import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const alertSchema = z.strictObject({
  alert: z.string().regex(/^[A-Z][A-Za-z]+$/),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
  annotations: z.strictObject({
    summary: z.string().endsWith('.'),
    runbook: z.string().regex(/^docs\/runbooks\/[a-z-]+\.md(?:#[a-z-]+)?$/),
  }),
})

const rulesSchema = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(alertSchema).min(1) })),
})

const dashboardSchema = z.looseObject({
  uid: z.string(),
  panels: z.array(
    z.looseObject({
      id: z.number(),
      type: z.enum(['row', 'timeseries', 'stat']),
      title: z.string().min(1),
      gridPos: z.strictObject({ x: z.number().max(23), y: z.number(), w: z.number().max(24), h: z.number() }),
      datasource: z.strictObject({ type: z.literal('prometheus'), uid: z.string() }).optional(),
      targets: z.array(z.looseObject({ expr: z.string(), legendFormat: z.string() })).default([]),
    }),
  ),
})

const adapterSchema = z.strictObject({
  rules: z.strictObject({
    custom: z.array(z.looseObject({ seriesQuery: z.string(), metricsQuery: z.string() })),
  }),
})

/** The groups of alerts of a file of rules. Throws where it is none, or an alert has no runbook. */
export function readRules(path: string) {
  return rulesSchema.parse(parse(readFileSync(path, 'utf8'))).groups
}

/** A dashboard of Grafana, as far as the checks read it. */
export function readDashboard(path: string) {
  return dashboardSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
}

/** The rules of the adapter for custom metrics. */
export function readAdapterRules(path: string) {
  return adapterSchema.parse(parse(readFileSync(path, 'utf8'))).rules.custom
}
