import type { ImageTarget } from './dockerfile.ts'
import type { Workload } from './workload.ts'

/** What closes behind the last request: the connections to stores, 5 seconds each at most (`start-service.ts`). */
const CLOSING_SECONDS = 25

interface PodContext {
  /** The variables of the container. */
  readonly environment: Readonly<Record<string, string>>
  readonly targets: ReadonlyMap<string, ImageTarget>
}

/**
 * Checks a workload by itself: what it may do, its image, its ports, probes, mounts, memory and the time that it has to
 * stop.
 */
export function checkPod(workload: Workload, context: PodContext): string[] {
  const checks = [
    ...privilegeFaults(workload),
    ...imageFaults(workload, context),
    ...mountFaults(workload),
    ...(workload.kind === 'Deployment' ? [...probeFaults(workload), ...drainFaults(workload, context)] : []),
  ]
  return checks.map((fault) => `${workload.name}: ${fault}`)
}

function privilegeFaults({ pod, container }: Workload): string[] {
  const { securityContext, resources } = container
  // What nobody else sees, what ends with the pod and has a bound.
  const scratch = new Set(pod.volumes.flatMap(({ name, emptyDir }) => (emptyDir?.sizeLimit ? [name] : [])))
  const rules: readonly (readonly [boolean, string])[] = [
    [pod.securityContext.runAsNonRoot === true && (pod.securityContext.runAsUser ?? 0) > 0, 'may run as root'],
    [pod.securityContext.seccompProfile?.type === 'RuntimeDefault', 'has no seccomp profile'],
    [!pod.automountServiceAccountToken, 'is given a token for the Kubernetes API'],
    [securityContext.readOnlyRootFilesystem === true, 'may write to its root file system'],
    [securityContext.allowPrivilegeEscalation === false, 'may gain privileges'],
    [
      securityContext.capabilities?.drop.includes('ALL') === true && securityContext.capabilities.add.length === 0,
      'has capabilities',
    ],
    [resources.limits.memory !== undefined && resources.requests.memory !== undefined, 'has no bound on memory'],
    [resources.requests.cpu !== undefined, 'asks for no processor'],
    [container.volumeMounts.every(({ name, readOnly }) => readOnly || scratch.has(name)), 'may write to a volume'],
  ]
  return rules.filter(([holds]) => !holds).map(([, fault]) => fault)
}

/** The last part of an image's name, without tag and digest, is the target of the Dockerfile that it was built from. */
export function targetOf({ container }: Workload): string {
  return container.image
    .replace(/@.*$/, '')
    .replace(/:[^/:]*$/, '')
    .replace(/^.*\//, '')
}

function imageFaults(workload: Workload, { targets, environment }: PodContext): string[] {
  const target = targets.get(targetOf(workload))
  if (target === undefined) return [`its image ${workload.container.image} is no target of the Dockerfile`]
  if (!/[:@]/.test(workload.container.image)) return [`its image ${workload.container.image} has no version`]
  const portOf = (name: string) => workload.container.ports.find((port) => port.name === name)?.containerPort
  const http = portOf('http')
  const operations = portOf('operations')
  return [
    ...(http === undefined || target.ports.includes(http)
      ? []
      : [`its port ${http} is not one that its image exposes`]),
    ...(http === undefined || String(http) === environment.PORT
      ? []
      : [`listens on ${environment.PORT}, not on ${http}`]),
    ...(workload.kind === 'Job' || String(operations) === environment.OPERATIONS_PORT
      ? []
      : [`its port for operations is ${environment.OPERATIONS_PORT}, not ${operations}`]),
  ]
}

function mountFaults({ pod, container }: Workload): string[] {
  const volumes = pod.volumes.map(({ name }) => name)
  const mounted = container.volumeMounts.map(({ name }) => name)
  return [
    ...mounted.filter((name) => !volumes.includes(name)).map((name) => `mounts ${name}, which is no volume`),
    ...volumes.filter((name) => !mounted.includes(name)).map((name) => `has the volume ${name}, which nobody mounts`),
  ]
}

/**
 * Liveness by the port that a flood of callers does not fill; readiness by the one that they call, where there is one.
 */
function probeFaults({ container }: Workload): string[] {
  const serving = container.ports.some(({ name }) => name === 'http') ? 'http' : 'operations'
  const wanted = [
    ['startupProbe', '/health/live', 'operations'],
    ['livenessProbe', '/health/live', 'operations'],
    ['readinessProbe', '/health/ready', serving],
  ] as const
  return wanted.flatMap(([name, path, port]) => {
    const asked = container[name]?.httpGet
    if (asked === undefined) return [`has no ${name}`]
    return asked.path === path && asked.port === port
      ? []
      : [`its ${name} asks ${asked.port}${asked.path}, not ${port}${path}`]
  })
}

function drainFaults({ pod }: Workload, { environment }: PodContext): string[] {
  const { DRAIN_DELAY_MS = '0', DRAIN_TIMEOUT_MS = '10000' } = environment
  const needed = (Number(DRAIN_DELAY_MS) + Number(DRAIN_TIMEOUT_MS)) / 1_000 + CLOSING_SECONDS
  const granted = pod.terminationGracePeriodSeconds
  return granted >= needed ? [] : [`is killed after ${granted} s, while it may take ${needed} s to stop`]
}
