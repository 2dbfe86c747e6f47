import { z } from 'zod'
import { nameOf, type Resource } from './resource.ts'
import { configMapData, isSelected, type Workload } from './workload.ts'

const labels = z.record(z.string(), z.string())

const serviceSchema = z.looseObject({
  spec: z.looseObject({
    selector: labels,
    ports: z.array(z.looseObject({ name: z.string(), targetPort: z.union([z.string(), z.number()]) })),
  }),
})
const budgetSchema = z.looseObject({ spec: z.looseObject({ selector: z.looseObject({ matchLabels: labels }) }) })
const autoscalerSchema = z.looseObject({
  spec: z.looseObject({ scaleTargetRef: z.looseObject({ kind: z.string(), name: z.string() }) }),
})
const monitorSchema = z.looseObject({
  spec: z.looseObject({
    selector: z.looseObject({ matchLabels: labels }),
    endpoints: z.array(z.looseObject({ port: z.string() })),
  }),
})

/** Checks that what resources name is there: selectors, ports, ConfigMaps, service accounts, targets of autoscalers. */
export function checkReferences(resources: readonly Resource[], workloads: readonly Workload[]): string[] {
  return [
    ...resources.flatMap((resource) =>
      faultsOf(resource, { resources, workloads }).map((fault) => `${nameOf(resource)}: ${fault}`),
    ),
    ...workloads.flatMap((workload) =>
      workloadFaults(workload, resources).map((fault) => `${workload.name}: ${fault}`),
    ),
  ]
}

interface References {
  readonly resources: readonly Resource[]
  readonly workloads: readonly Workload[]
}

function faultsOf(resource: Resource, { resources, workloads }: References): string[] {
  const selectedBy = (selector: Readonly<Record<string, string>>) =>
    workloads.filter((workload) => workload.kind === 'Deployment' && isSelected(selector, workload.labels))
  switch (resource.kind) {
    case 'Service': {
      const { selector, ports } = serviceSchema.parse(resource).spec
      const targets = selectedBy(selector)
      if (targets.length === 0) return ['selects no pod']
      return targets.flatMap(({ name, container }) =>
        ports
          .filter(({ targetPort }) => !container.ports.some((port) => port.name === targetPort))
          .map(({ targetPort }) => `sends to the port ${targetPort}, which ${name} does not have`),
      )
    }
    case 'PodDisruptionBudget':
      return selectedBy(budgetSchema.parse(resource).spec.selector.matchLabels).length === 1
        ? []
        : ['is not of one Deployment']
    case 'HorizontalPodAutoscaler': {
      const { kind, name } = autoscalerSchema.parse(resource).spec.scaleTargetRef
      const target = workloads.find((workload) => workload.kind === kind && workload.name === name)
      if (target === undefined) return [`scales ${kind} ${name}, which is not there`]
      return target.replicas === undefined ? [] : [`scales ${name}, whose replicas each apply sets anew`]
    }
    case 'ServiceMonitor': {
      const { selector, endpoints } = monitorSchema.parse(resource).spec
      const services = resources
        .filter(({ kind, metadata }) => kind === 'Service' && isSelected(selector.matchLabels, metadata.labels ?? {}))
        .map((service) => serviceSchema.parse(service).spec)
      if (services.length === 0) return ['selects no Service']
      return endpoints
        .filter(({ port }) => !services.every(({ ports }) => ports.some(({ name }) => name === port)))
        .map(({ port }) => `scrapes the port ${port}, which its Service does not have`)
    }
    default:
      return []
  }
}

function workloadFaults(
  { kind, labels: own, selector, pod, container }: Workload,
  resources: readonly Resource[],
): string[] {
  const has = (wanted: string, name: string) =>
    resources.some((resource) => resource.kind === wanted && resource.metadata.name === name)
  const named = [
    ...container.envFrom.map(({ configMapRef }) => configMapRef.name),
    ...pod.volumes.flatMap(({ configMap }) => (configMap === undefined ? [] : [configMap.name])),
  ]
  const account = pod.serviceAccountName
  return [
    ...named
      .filter((name) => configMapData(resources, name) === undefined)
      .map((name) => `reads the ConfigMap ${name}, which is not there`),
    ...(account === undefined || has('ServiceAccount', account) ? [] : [`runs as ${account}, which is not there`]),
    ...(selector === undefined || isSelected(selector, own) ? [] : ['does not select its own pods']),
    ...(kind === 'Job' || has('PodDisruptionBudget', container.name) ? [] : ['has no PodDisruptionBudget']),
  ]
}
