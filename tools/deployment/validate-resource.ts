import { PrometheusRule, ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { Service } from 'kubernetes-models/v1/Service'
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount'
import { nameOf, type Resource } from './resource.ts'

/**
 * The compiled schema of each kind that the manifests have, from Kubernetes' OpenAPI document and the operator's own.
 * Secret is not among them: a manifest holds none.
 */
const MODELS = [
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  PrometheusRule,
  Service,
  ServiceAccount,
  ServiceMonitor,
]

/**
 * Validates a resource against its published schema, and finds members that the schema does not have: Kubernetes' own
 * schemas permit any, and an API server that is not asked for strictness drops them in silence.
 */
export function validateResource(resource: Resource): string[] {
  const model = MODELS.find(({ apiVersion, kind }) => apiVersion === resource.apiVersion && kind === resource.kind)
  if (model === undefined) return [`${nameOf(resource)}: has no schema here (${resource.apiVersion})`]
  const read = new Set<string>()
  const faults: string[] = []
  try {
    Reflect.apply(model.prototype.validate, observed(resource, '', read), [])
  } catch (error) {
    faults.push(error instanceof Error ? error.message.replaceAll(/(^|, )data\//g, '$1/') : 'is not valid')
  }
  const unknown = pathsOf(resource, '').filter((path) => !read.has(path))
  return [...faults, ...outermost(unknown).map((path) => `${path} is no member`)].map(
    (fault) => `${nameOf(resource)}: ${fault}`,
  )
}

/** A view that notes which members are read: a compiled schema reads exactly those that it knows. */
function observed(value: unknown, path: string, read: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key)
      if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return member
      read.add(`${path}/${key}`)
      return observed(member, `${path}/${key}`, read)
    },
  })
}

function pathsOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => [`${path}/${key}`, ...pathsOf(member, `${path}/${key}`)])
}

function outermost(paths: readonly string[]): string[] {
  return paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)))
}
