import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ServiceDescription } from '@sluice/service-kit'
import { SERVICES } from '../generated-docs/services.ts'
import { checkEnvironment, environmentOf, type SampleSecrets } from './check-environment.ts'
import { checkNetwork } from './check-network.ts'
import { checkPod, targetOf } from './check-pods.ts'
import { checkReferences } from './check-references.ts'
import { readTargets } from './dockerfile.ts'
import type { Resource } from './resource.ts'
import { validateResource } from './validate-resource.ts'
import { type Workload, workloadsOf } from './workload.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const TARGETS = readTargets(join(ROOT, 'infra/docker/Dockerfile'))

/**
 * Checks the resources of one rendered overlay: each by its schema; if all are valid, each by itself and all by each
 * other.
 *
 * @returns every fault, in words that name the resource; none where all is well.
 */
export function checkManifests(resources: readonly Resource[], secrets: SampleSecrets): string[] {
  const invalid = resources.flatMap(validateResource)
  if (invalid.length > 0) return invalid
  const workloads = workloadsOf(resources)
  const folder = mkdtempSync(join(tmpdir(), 'sluice-manifests-'))
  try {
    const own = workloads.flatMap((workload) => checkWorkload(workload, { resources, secrets, folder }))
    return [...own, ...checkReferences(resources, workloads), ...checkNetwork(resources, workloads)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface WorkloadContext {
  readonly resources: readonly Resource[]
  readonly secrets: SampleSecrets
  readonly folder: string
}

function checkWorkload(workload: Workload, { resources, secrets, folder }: WorkloadContext): string[] {
  const ofImage = TARGETS.get(targetOf(workload))?.environment ?? {}
  const pod = checkPod(workload, { environment: environmentOf(workload, { resources, ofImage }), targets: TARGETS })
  // A job runs a command of its own and not the service of its image.
  if (workload.kind === 'Job') return pod
  const service = serviceOf(workload)
  if (service === undefined) return [...pod, `${workload.name}: its image is of no service`]
  return [...pod, ...checkEnvironment(workload, { resources, service, ofImage, secrets, folder })]
}

function serviceOf(workload: Workload): ServiceDescription | undefined {
  return SERVICES.find(({ name }) => name === targetOf(workload))
}
