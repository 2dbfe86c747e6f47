import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { applyPatch, Pointer } from 'rfc6902'
import { z } from 'zod'
import { configMapResource, type GeneratedConfigMap, generateConfigMaps, nameInCluster } from './config-maps.ts'
import { type Kustomization, kustomizationSchema } from './kustomization-schema.ts'
import { nameOf, parseYamlDocuments, type Resource, readResources, readYaml } from './resource.ts'

interface Rendered {
  readonly resources: Resource[]
  readonly configMaps: GeneratedConfigMap[]
}

/** Kinds that belong to no namespace, of those that are used here. */
const OF_THE_CLUSTER = new Set(['Namespace'])

/**
 * Renders a folder with a `kustomization.yaml`, as `kubectl kustomize` does, for the members that `kustomizationSchema`
 * names. It is no Kustomize: docs/decisions/0093 says how the two were compared.
 *
 * @throws an error that names the file and what it cannot do: another member, a patch that changes nothing, a missing
 * file.
 */
export function renderKustomization(folder: string): Resource[] {
  const { resources, configMaps } = render(folder)
  const names = new Map(configMaps.map((made) => [made.name, nameInCluster(made)]))
  for (const resource of resources) renameConfigMaps(resource, names)
  const all = [...configMaps.map(configMapResource), ...resources]
  const twice = all.map(nameOf).find((name, at, every) => every.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`${folder}: has two of ${twice}`)
  return all
}

function render(folder: string): Rendered {
  const path = join(folder, 'kustomization.yaml')
  const parsed = kustomizationSchema.safeParse(readYaml(path))
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`)
  const kustomization = parsed.data
  const parts = kustomization.resources.map((one) => renderResource(join(folder, one)))
  const resources = parts.flatMap((part) => part.resources)
  const earlier = parts.flatMap((part) => part.configMaps)
  const configMaps = generateConfigMaps(folder, kustomization, earlier)
  // The order of Kustomize's own transformers.
  for (const one of kustomization.patches) patch(folder, one, resources)
  for (const resource of resources) {
    setNamespace(resource, kustomization)
    addLabels(resource, kustomization)
  }
  for (const one of kustomization.replicas) setReplicas(folder, one, resources)
  for (const one of kustomization.images) setImage(folder, one, resources)
  const pairs = Object.assign({}, ...kustomization.labels.map((label) => label.pairs))
  return { resources, configMaps: configMaps.map((made) => ({ ...made, labels: { ...made.labels, ...pairs } })) }
}

function renderResource(path: string): Rendered {
  return statSync(path).isDirectory() ? render(path) : { resources: readResources(path), configMaps: [] }
}

function patch(folder: string, { target, path, patch: text }: Kustomization['patches'][number], all: Resource[]): void {
  const named = path === undefined ? `${folder}, patch of ${target.name}` : join(folder, path)
  const [operations] = parseYamlDocuments(text ?? readFileSync(named, 'utf8'), named)
  if (!Array.isArray(operations)) throw new Error(`${named}: is no JSON Patch`)
  const name = new RegExp(`^(?:${target.name})$`)
  const found = all.filter((one) => one.kind === target.kind && name.test(one.metadata.name))
  if (found.length === 0) throw new Error(`${named}: its target is not there`)
  for (const resource of found) {
    // What is added must be a copy: two resources would share it.
    const [failure] = applyPatch(resource, structuredClone(operations)).filter((result) => result !== null)
    if (failure !== undefined) throw new Error(`${named}: ${nameOf(resource)}: ${failure.message}`)
  }
}

function setNamespace(resource: Resource, { namespace }: Kustomization): void {
  if (namespace === undefined) return
  if (OF_THE_CLUSTER.has(resource.kind)) resource.metadata.name = namespace
  else resource.metadata.namespace = namespace
}

function addLabels(resource: Resource, { labels }: Kustomization): void {
  for (const { pairs } of labels) resource.metadata.labels = { ...resource.metadata.labels, ...pairs }
}

function setReplicas(folder: string, { name, count }: Kustomization['replicas'][number], all: Resource[]): void {
  const found = all.find((one) => one.kind === 'Deployment' && one.metadata.name === name)
  if (found === undefined) throw new Error(`${folder}: there is no Deployment ${name} for its replicas`)
  Pointer.fromJSON('/spec/replicas').set(found, count)
}

const containersSchema = z.array(z.looseObject({ image: z.string() }))

function setImage(folder: string, image: Kustomization['images'][number], all: Resource[]): void {
  const isNamed = (text: string) =>
    text === image.name || (/^[:@]/.test(text.slice(image.name.length)) && text.startsWith(image.name))
  const containers = all.flatMap((resource) => {
    const found = Pointer.fromJSON('/spec/template/spec/containers').get(resource)
    return found === undefined
      ? []
      : containersSchema.parse(found).map((container, at) => ({ resource, container, at }))
  })
  const those = containers.filter(({ container }) => isNamed(container.image))
  if (those.length === 0) throw new Error(`${folder}: no container has the image ${image.name}`)
  const { name, newName = name, newTag, digest } = image
  const text = newTag === undefined ? `${newName}@${digest}` : `${newName}:${newTag}`
  for (const { resource, at } of those) {
    Pointer.fromJSON(`/spec/template/spec/containers/${at}/image`).set(resource, text)
  }
}

const REFERENCES = new Set(['configMap', 'configMapRef', 'configMapKeyRef'])
const referenceSchema = z.looseObject({ name: z.string() })

/** Gives references to generated ConfigMaps the names that these have in the cluster. */
function renameConfigMaps(value: unknown, names: ReadonlyMap<string, string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    const reference = REFERENCES.has(key) ? referenceSchema.safeParse(member) : undefined
    const name = reference?.success === true ? names.get(reference.data.name) : undefined
    if (name === undefined) renameConfigMaps(member, names)
    else Object.assign(member, { name })
  }
}
