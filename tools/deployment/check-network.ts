import { z } from 'zod'
import type { Resource } from './resource.ts'
import { isSelected, type Workload } from './workload.ts'

const selectorSchema = z.strictObject({
  matchLabels: z.record(z.string(), z.string()).default({}),
  matchExpressions: z
    .array(z.strictObject({ key: z.string(), operator: z.literal('In'), values: z.array(z.string()) }))
    .default([]),
})
const peerSchema = z.looseObject({
  namespaceSelector: selectorSchema.optional(),
  podSelector: selectorSchema.optional(),
  ipBlock: z.looseObject({ cidr: z.string(), except: z.array(z.string()).default([]) }).optional(),
})
const portsSchema = z.array(z.looseObject({ port: z.union([z.string(), z.number()]) })).default([])

const policySchema = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    podSelector: selectorSchema,
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
    ingress: z.array(z.looseObject({ from: z.array(peerSchema).default([]), ports: portsSchema })).default([]),
    egress: z.array(z.looseObject({ to: z.array(peerSchema).default([]), ports: portsSchema })).default([]),
  }),
})

type Policy = z.output<typeof policySchema>

/** Who may send the text of requests to models. */
const ASK_MODELS = ['gateway', 'gateway-worker']
/** What no pod may reach however wide a block is: others on the host, and where clouds give credentials away. */
const NEVER_REACHED = '169.254.0.0/16'

/** The network policies among valid resources; one with a selector that the checks do not understand is refused. */
export function policiesOf(resources: readonly Resource[]): Policy[] {
  return resources.filter(({ kind }) => kind === 'NetworkPolicy').map((resource) => policySchema.parse(resource))
}

/**
 * Checks who may reach whom: nothing without a policy, models by the gateway and its worker only, the assessment API
 * nothing, and no policy that selects nobody, permits everything, or names a port that its pods do not have.
 */
export function checkNetwork(resources: readonly Resource[], workloads: readonly Workload[]): string[] {
  const policies = policiesOf(resources)
  const isDefault = ({ spec }: Policy) =>
    isEmpty(spec.podSelector) && spec.policyTypes.length === 2 && spec.ingress.length + spec.egress.length === 0
  return [
    ...(policies.some(isDefault) ? [] : ['no policy denies what no other permits']),
    ...policies.flatMap((policy) =>
      policyFaults(policy, workloads).map((fault) => `${policy.metadata.name}: ${fault}`),
    ),
    ...workloads.flatMap((workload) => reachFaults(workload, policies)),
  ]
}

/** The names of the policies by which pods of a workload may reach somebody. */
export function permittedBy({ labels }: Pick<Workload, 'labels'>, policies: readonly Policy[]): string[] {
  return policies
    .filter(({ spec }) => spec.egress.length > 0 && isChosen(spec.podSelector, labels))
    .map(({ metadata }) => metadata.name)
}

function reachFaults(workload: Workload, policies: readonly Policy[]): string[] {
  const by = permittedBy(workload, policies)
  const wide = policies.filter(({ metadata, spec }) => by.includes(metadata.name) && spec.egress.some(reachesModels))
  return [
    ...(workload.name === 'assessment-api' ? by.map((name) => `assessment-api: reaches what ${name} permits`) : []),
    ...(ASK_MODELS.includes(workload.name)
      ? []
      : wide.map(({ metadata }) => `${workload.name}: reaches models by ${metadata.name}`)),
  ]
}

function reachesModels({ to }: Policy['spec']['egress'][number]): boolean {
  return to.some(
    ({ ipBlock, namespaceSelector }) =>
      /\/0$/.test(ipBlock?.cidr ?? '') || namespaceSelector?.matchLabels['sluice/model-endpoints'] !== undefined,
  )
}

function policyFaults({ spec }: Policy, workloads: readonly Workload[]): string[] {
  const chosen = workloads.filter(({ labels }) => isChosen(spec.podSelector, labels))
  const named = spec.podSelector.matchExpressions.flatMap(({ values }) => values)
  const gone = named.filter((name) => !workloads.some((one) => one.name === name))
  const rules = [
    ...spec.ingress.map(({ from, ports }) => ({ peers: from, ports })),
    ...spec.egress.map(({ to, ports }) => ({ peers: to, ports })),
  ]
  const open = rules.filter(({ peers, ports }) => ports.length === 0 || peers.length === 0 || peers.some(isEveryone))
  const local = rules
    .flatMap(({ peers }) => peers)
    .filter(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0' && !ipBlock.except.includes(NEVER_REACHED))
  const unheard = spec.ingress.flatMap(({ ports }) =>
    ports.flatMap(({ port }) =>
      chosen.filter((one) => !listensOn(one, port)).map(({ name }) => `${name} has no port ${port}`),
    ),
  )
  return [
    ...(chosen.length === 0 ? ['selects no pod'] : []),
    ...gone.map((name) => `selects ${name}, which is not there`),
    ...open.map(() => 'permits everybody, or every port'),
    ...local.map(() => `permits ${NEVER_REACHED}`),
    ...unheard,
  ]
}

function listensOn({ container }: Workload, port: string | number): boolean {
  return container.ports.some(({ name, containerPort }) => name === port || containerPort === port)
}

function isEveryone({ ipBlock, namespaceSelector, podSelector }: z.output<typeof peerSchema>): boolean {
  return (
    ipBlock === undefined &&
    (namespaceSelector === undefined || isEmpty(namespaceSelector)) &&
    (podSelector === undefined || isEmpty(podSelector))
  )
}

function isEmpty({ matchLabels, matchExpressions }: z.output<typeof selectorSchema>): boolean {
  return Object.keys(matchLabels).length + matchExpressions.length === 0
}

function isChosen(selector: z.output<typeof selectorSchema>, labels: Readonly<Record<string, string>>): boolean {
  return (
    isSelected(selector.matchLabels, labels) &&
    selector.matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  )
}
