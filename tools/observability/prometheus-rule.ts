import { join } from 'node:path'
import { stringify } from 'yaml'
import { readRules } from './read-files.ts'

/** The alerts as a resource of the Prometheus operator, with its path from the repository's root. */
export function prometheusRule(root: string): { readonly path: string; readonly text: string } {
  const resource = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'sluice' },
    spec: { groups: readRules(join(root, 'infra/observability/alerts.yaml')) },
  }
  const head = '# Written by `npm run openapi` from infra/observability/alerts.yaml.\n'
  return { path: 'infra/k8s/monitoring/prometheus-rule.yaml', text: head + stringify(resource, { lineWidth: 0 }) }
}
