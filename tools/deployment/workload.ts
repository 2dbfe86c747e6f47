import { z } from 'zod'
import type { Resource } from './resource.ts'

const port = z.union([z.string(), z.number()])
const probe = z.looseObject({ httpGet: z.looseObject({ path: z.string(), port }) })
const labels = z.record(z.string(), z.string()).default({})

const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).default([]),
  args: z.array(z.string()).default([]),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })).default([]),
  envFrom: z.array(z.looseObject({ configMapRef: z.looseObject({ name: z.string() }) })).default([]),
  ports: z.array(z.looseObject({ name: z.string(), containerPort: z.number() })).default([]),
  volumeMounts: z
    .array(z.looseObject({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().default(false) }))
    .default([]),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  securityContext: z
    .looseObject({
      allowPrivilegeEscalation: z.boolean().optional(),
      readOnlyRootFilesystem: z.boolean().optional(),
      capabilities: z
        .looseObject({ drop: z.array(z.string()).default([]), add: z.array(z.string()).default([]) })
        .optional(),
    })
    .default({}),
  resources: z
    .looseObject({
      requests: z.record(z.string(), z.string()).default({}),
      limits: z.record(z.string(), z.string()).default({}),
    })
    .default({ requests: {}, limits: {} }),
})

const volume = z.looseObject({
  name: z.string(),
  secret: z
    .looseObject({
      secretName: z.string(),
      items: z.array(z.looseObject({ key: z.string(), path: z.string() })).optional(),
    })
    .optional(),
  configMap: z.looseObject({ name: z.string() }).optional(),
  emptyDir: z.looseObject({ sizeLimit: z.string().optional() }).optional(),
})

const workloadSchema = z.looseObject({
  kind: z.enum(['Deployment', 'Job']),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    replicas: z.number().optional(),
    selector: z.looseObject({ matchLabels: labels }).optional(),
    template: z.looseObject({
      metadata: z.looseObject({ labels }),
      spec: z.looseObject({
        serviceAccountName: z.string().optional(),
        automountServiceAccountToken: z.boolean().default(true),
        terminationGracePeriodSeconds: z.number().default(30),
        securityContext: z
          .looseObject({
            runAsNonRoot: z.boolean().optional(),
            runAsUser: z.number().optional(),
            seccompProfile: z.looseObject({ type: z.string() }).optional(),
          })
          .default({}),
        containers: z.tuple([container]),
        volumes: z.array(volume).default([]),
      }),
    }),
  }),
})

/** A Deployment or a Job with its one container, as far as the checks read it. */
export interface Workload {
  readonly name: string
  readonly kind: 'Deployment' | 'Job'
  readonly replicas: number | undefined
  readonly selector: Readonly<Record<string, string>> | undefined
  readonly labels: Readonly<Record<string, string>>
  readonly pod: z.output<typeof workloadSchema>['spec']['template']['spec']
  readonly container: z.output<typeof container>
}

/** The workloads among resources that are valid by their schemas. Throws where one has not exactly one container. */
export function workloadsOf(resources: readonly Resource[]): Workload[] {
  return resources
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map((resource) => {
      const { kind, metadata, spec } = workloadSchema.parse(resource)
      const { template, replicas, selector } = spec
      return {
        name: metadata.name,
        kind,
        replicas,
        selector: selector?.matchLabels,
        labels: template.metadata.labels,
        pod: template.spec,
        container: template.spec.containers[0],
      }
    })
}

const configMapSchema = z.looseObject({ data: z.record(z.string(), z.string()).default({}) })

/** The data of the ConfigMap with that name, if there is one. */
export function configMapData(resources: readonly Resource[], name: string): Record<string, string> | undefined {
  const found = resources.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name)
  return found === undefined ? undefined : configMapSchema.parse(found).data
}

/** Whether labels are those that a selector asks for; an empty selector takes all. */
export function isSelected(
  selector: Readonly<Record<string, string>>,
  found: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(selector).every(([key, value]) => found[key] === value)
}
