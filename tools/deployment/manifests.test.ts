import { join, resolve } from 'node:path'
import { applyPatch } from 'rfc6902'
import { describe, expect, it } from 'vitest'
import { checkManifests } from './check-manifests.ts'
import { permittedBy, policiesOf } from './check-network.ts'
import { renderKustomization } from './render-kustomization.ts'
import { nameOf, type Resource } from './resource.ts'
import { SAMPLE_SECRETS } from './sample-secrets.ts'
import { workloadsOf } from './workload.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** An overlay with the job that goes before it. */
const render = (overlay: string) =>
  [`overlays/${overlay}`, 'migrate'].flatMap((folder) => renderKustomization(join(ROOT, 'infra/k8s', folder)))
const OVERLAYS = ['small', 'production']
const PRODUCTION = render('production')

type Operations = Parameters<typeof applyPatch>[1]

/** The faults of the production overlay with one resource changed. */
function faultsAfter(name: string, operations: Operations): string[] {
  const resources = structuredClone(PRODUCTION)
  const changed = resources.find((resource) => nameOf(resource) === name)
  if (changed === undefined) throw new Error(`There is no ${name}.`)
  for (const failure of applyPatch(changed, operations)) if (failure !== null) throw failure
  return checkManifests(resources, SAMPLE_SECRETS)
}

const without = (name: string) => PRODUCTION.filter((resource) => nameOf(resource) !== name)
const replace = (path: string, value: unknown): Operations => [{ op: 'replace', path, value }]
const add = (path: string, value: unknown): Operations => [{ op: 'add', path, value }]
const remove = (path: string): Operations => [{ op: 'remove', path }]

const POD = '/spec/template/spec'
const BOX = `${POD}/containers/0`

describe('the manifests', () => {
  it.each(OVERLAYS)('%s has no fault', (overlay) => {
    expect(checkManifests(render(overlay), SAMPLE_SECRETS)).toEqual([])
  })

  it('has a Deployment for each service and worker, in both overlays, and the job', () => {
    for (const overlay of OVERLAYS) {
      const names = workloadsOf(render(overlay)).map(({ name }) => name)
      expect(names.toSorted()).toEqual([
        'admin',
        'assessment-api',
        'gateway',
        'gateway-worker',
        'idp-sync',
        'migrate',
        'soar-listener',
      ])
    }
  })

  it('lets each service reach what it needs, and nothing else', () => {
    const policies = policiesOf(PRODUCTION)
    const reached = workloadsOf(PRODUCTION).map((workload) => [workload.name, permittedBy(workload, policies)])
    const stores = ['names', 'to-redis', 'to-postgres']
    expect(Object.fromEntries(reached)).toEqual({
      gateway: [...stores, 'to-identity-provider', 'to-model-endpoints', 'to-collector'],
      'gateway-worker': [...stores, 'to-identity-provider', 'to-model-endpoints', 'to-kafka', 'to-collector'],
      admin: [...stores, 'to-identity-provider', 'to-siem', 'to-collector'],
      'soar-listener': [...stores, 'to-identity-provider', 'to-soar', 'to-collector'],
      'idp-sync': [...stores, 'to-collector', 'to-directories'],
      'assessment-api': [],
      migrate: ['names', 'to-postgres'],
    })
  })

  it('tells no two services to trust the tokens of one another', () => {
    const audiences = workloadsOf(PRODUCTION).map(
      ({ container }) => container.env.find(({ name }) => name === 'OIDC_AUDIENCE')?.value,
    )
    expect(audiences.filter((one) => one !== undefined).toSorted()).toEqual([
      'urn:sluice:admin',
      'urn:sluice:gateway',
      'urn:sluice:gateway',
      'urn:sluice:soar',
    ])
  })
})

describe('the checks find', () => {
  it.each<[string, string, Operations, string]>([
    [
      'a member that Kubernetes does not have',
      'Deployment gateway',
      add(`${BOX}/livnessProbe`, {}),
      'livnessProbe is no member',
    ],
    ['a value of another type', 'Deployment gateway', replace(`${BOX}/image`, 7), 'image must be string'],
    ['a quantity that is none', 'Deployment admin', replace(`${BOX}/resources/limits/memory`, '512MiB'), 'quantity'],
    ['a kind without a schema', 'Service admin', replace('/kind', 'Gateway'), 'has no schema here'],
    [
      'a Secret with its content',
      'ConfigMap endpoints',
      replace('/kind', 'Secret'),
      'Secret endpoints: has no schema here',
    ],
    [
      'a variable that nobody reads',
      'Deployment admin',
      add(`${BOX}/env/-`, { name: 'CACHE_TTL_MS', value: '1000' }),
      'admin: CACHE_TTL_MS is read by nobody',
    ],
    [
      'a value that the service refuses',
      'Deployment idp-sync',
      add(`${BOX}/env/-`, { name: 'LOG_LEVEL', value: 'loud' }),
      'idp-sync: LOG_LEVEL',
    ],
    [
      'a variable that is required and not there',
      'Deployment soar-listener',
      remove(`${BOX}/envFrom/1`),
      'soar-listener: OIDC_ISSUER is required',
    ],
    [
      'a key in the open',
      'Deployment gateway',
      add(`${BOX}/env/-`, { name: 'DATA_KEYS', value: '{}' }),
      'gateway: DATA_KEYS stands open',
    ],
    [
      'a file that is mounted from nowhere',
      'Deployment gateway',
      remove(`${POD}/volumes/0/secret/items/0`),
      'REDIS_URL_FILE names /etc/sluice/stores/redis-url',
    ],
    ['what runs as root', 'Deployment admin', remove(`${POD}/securityContext/runAsUser`), 'admin: may run as root'],
    [
      'what has no seccomp profile',
      'Deployment admin',
      remove(`${POD}/securityContext/seccompProfile`),
      'admin: has no seccomp profile',
    ],
    [
      'what writes to its image',
      'Deployment admin',
      replace(`${BOX}/securityContext/readOnlyRootFilesystem`, false),
      'admin: may write to its root',
    ],
    [
      'what gains privileges',
      'Deployment admin',
      remove(`${BOX}/securityContext/allowPrivilegeEscalation`),
      'admin: may gain privileges',
    ],
    [
      'what has a capability',
      'Deployment admin',
      add(`${BOX}/securityContext/capabilities/add`, ['NET_RAW']),
      'admin: has capabilities',
    ],
    [
      'a token of the cluster',
      'Deployment admin',
      remove(`${POD}/automountServiceAccountToken`),
      'admin: is given a token',
    ],
    ['memory without a bound', 'Deployment admin', remove(`${BOX}/resources/limits`), 'admin: has no bound on memory'],
    [
      'a mount for writing',
      'Deployment admin',
      remove(`${BOX}/volumeMounts/0/readOnly`),
      'admin: may write to a volume',
    ],
    [
      'scratch space without a bound',
      'Deployment assessment-api',
      remove(`${POD}/volumes/2/emptyDir/sizeLimit`),
      'assessment-api: may write to a volume',
    ],
    [
      'an image of no target',
      'Deployment admin',
      replace(`${BOX}/image`, 'registry.example.com/sluice/adnim:1'),
      'adnim:1 is no target',
    ],
    [
      'another port than the image has',
      'Deployment admin',
      replace(`${BOX}/ports/0/containerPort`, 8080),
      'admin: listens on 8081, not on 8080',
    ],
    [
      'another port for operations',
      'Deployment admin',
      replace(`${BOX}/env/0/value`, '9091'),
      'admin: its port for operations is 9091',
    ],
    [
      'a probe of the wrong port',
      'Deployment gateway',
      replace(`${BOX}/livenessProbe/httpGet/port`, 'http'),
      'gateway: its livenessProbe asks http/health/live',
    ],
    ['a probe that is missing', 'Deployment gateway', remove(`${BOX}/startupProbe`), 'gateway: has no startupProbe'],
    [
      'too little time to stop',
      'Deployment gateway',
      replace(`${POD}/terminationGracePeriodSeconds`, 60),
      'gateway: is killed after 60 s',
    ],
    [
      'a mount of no volume',
      'Deployment gateway',
      replace(`${BOX}/volumeMounts/0/name`, 'store'),
      'gateway: mounts store',
    ],
    [
      'a Service that selects nobody',
      'Service gateway',
      replace('/spec/selector', { 'app.kubernetes.io/name': 'gate' }),
      'Service gateway: selects no pod',
    ],
    [
      'a Service of a port that is not there',
      'Service gateway',
      replace('/spec/ports/0/targetPort', 'web'),
      'Service gateway: sends to the port web',
    ],
    [
      'a budget of nobody',
      'PodDisruptionBudget admin',
      replace('/spec/selector/matchLabels', { a: 'b' }),
      'PodDisruptionBudget admin: is not of one',
    ],
    [
      'an autoscaler of nobody',
      'HorizontalPodAutoscaler gateway',
      replace('/spec/scaleTargetRef/name', 'gate'),
      'scales Deployment gate',
    ],
    [
      'an autoscaler that each apply resets',
      'Deployment gateway',
      add('/spec/replicas', 3),
      'scales gateway, whose replicas',
    ],
    [
      'a monitor of a port that is not there',
      'ServiceMonitor sluice',
      replace('/spec/endpoints/0/port', 'metrics'),
      'scrapes the port metrics',
    ],
    [
      'a monitor of nobody',
      'ServiceMonitor sluice',
      replace('/spec/selector/matchLabels', { a: 'b' }),
      'ServiceMonitor sluice: selects no Service',
    ],
    [
      'pods that their Deployment does not select',
      'Deployment admin',
      replace('/spec/selector/matchLabels', { a: 'b' }),
      'admin: does not select its own pods',
    ],
    [
      'models reached by another',
      'NetworkPolicy to-model-endpoints',
      add('/spec/podSelector/matchExpressions/0/values/-', 'admin'),
      'admin: reaches models by to-model-endpoints',
    ],
    [
      'an assessment API that reaches something',
      'NetworkPolicy names',
      add('/spec/podSelector/matchExpressions/0/values/-', 'assessment-api'),
      'assessment-api: reaches what names permits',
    ],
    [
      'a policy for everybody',
      'NetworkPolicy calls-gateway',
      replace('/spec/ingress/0/from/0/namespaceSelector', {}),
      'calls-gateway: permits everybody',
    ],
    [
      'a policy for every port',
      'NetworkPolicy to-redis',
      remove('/spec/egress/0/ports'),
      'to-redis: permits everybody, or every port',
    ],
    [
      'a way to the credentials of a cloud',
      'NetworkPolicy to-model-endpoints',
      replace('/spec/egress/0/to/1/ipBlock/except', ['10.0.0.0/8']),
      'permits 169.254.0.0/16',
    ],
    [
      'a policy that selects nobody',
      'NetworkPolicy to-kafka',
      replace('/spec/podSelector/matchExpressions/0/values', ['worker']),
      'to-kafka: selects worker, which is not there',
    ],
    [
      'a policy of a port that is not there',
      'NetworkPolicy monitoring',
      replace('/spec/ingress/0/ports/0/port', 'metrics'),
      'monitoring: admin has no port metrics',
    ],
  ])('%s', (_, name, operations, fault) => {
    expect(faultsAfter(name, operations).join('\n')).toContain(fault)
  })

  it.each([
    ['NetworkPolicy default-deny', 'no policy denies what no other permits'],
    ['ServiceAccount gateway', 'gateway: runs as gateway, which is not there'],
    ['PodDisruptionBudget gateway', 'gateway: has no PodDisruptionBudget'],
    ['ConfigMap endpoints', 'gateway: reads the ConfigMap endpoints'],
    ['Deployment gateway', 'HorizontalPodAutoscaler gateway: scales Deployment gateway, which is not there'],
  ])('that %s is missing', (name, fault) => {
    const resources: Resource[] = without(name)
    expect(resources).toHaveLength(PRODUCTION.length - 1)
    expect(checkManifests(resources, SAMPLE_SECRETS).join('\n')).toContain(fault)
  })
})
