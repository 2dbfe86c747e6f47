import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Kustomization } from './kustomization-schema.ts'
import type { Resource } from './resource.ts'

type Generator = Kustomization['configMapGenerator'][number]

/** A ConfigMap that a generator has made; its name gets a suffix at the end, unless an option says otherwise. */
export interface GeneratedConfigMap {
  readonly name: string
  readonly namespace: string | undefined
  readonly labels: Readonly<Record<string, string>>
  readonly data: Readonly<Record<string, string>>
  readonly hasSuffix: boolean
}

/**
 * Makes or extends the ConfigMaps of one kustomization.
 *
 * @param earlier those of the kustomizations that it takes as resources; `merge` needs one of them, `create` must not
 * find one.
 */
export function generateConfigMaps(
  folder: string,
  { configMapGenerator, namespace }: Kustomization,
  earlier: readonly GeneratedConfigMap[],
): GeneratedConfigMap[] {
  const made = new Map(earlier.map((one) => [one.name, one]))
  for (const generator of configMapGenerator) {
    const before = made.get(generator.name)
    if ((before === undefined) !== (generator.behavior === 'create')) {
      throw new Error(`${folder}: cannot ${generator.behavior} the ConfigMap ${generator.name}`)
    }
    made.set(generator.name, {
      name: generator.name,
      namespace: namespace ?? before?.namespace,
      labels: before?.labels ?? {},
      data: { ...before?.data, ...dataOf(folder, generator) },
      hasSuffix: before?.hasSuffix ?? generator.options?.disableNameSuffixHash !== true,
    })
  }
  return [...made.values()]
}

function dataOf(folder: string, { envs, files }: Generator): Record<string, string> {
  const lines = envs.flatMap((path) => readFileSync(join(folder, path), 'utf8').split('\n'))
  const variables = lines.filter((line) => line.trim() !== '' && !line.startsWith('#')).map(readAssignment)
  const contents = files.map((path) => [basename(path), readFileSync(join(folder, path), 'utf8')])
  return Object.fromEntries([...variables, ...contents])
}

/** A line without `=` would take the value from the environment of whoever renders. */
function readAssignment(line: string): [string, string] {
  const at = line.indexOf('=')
  if (at < 1) throw new Error(`"${line}" is no NAME=value`)
  return [line.slice(0, at), line.slice(at + 1)]
}

/** The resource of a generated ConfigMap, under the name that it has in the cluster. */
export function configMapResource(made: GeneratedConfigMap): Resource {
  const { namespace, labels, data } = made
  const metadata = {
    name: nameInCluster(made),
    ...(namespace === undefined ? {} : { namespace }),
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
  }
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data }
}

/**
 * The name with Kustomize's suffix (`api/hasher/hasher.go`): ten characters of SHA-256, without vowels and their like.
 * Kustomize digests an empty name in the place of the ConfigMap's own.
 */
export function nameInCluster({ name, data, hasSuffix }: GeneratedConfigMap): string {
  if (!hasSuffix) return name
  const sorted = Object.fromEntries(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const encoded = JSON.stringify({ data: sorted, kind: 'ConfigMap', name: '' }).replaceAll(
    /[<>&\u2028\u2029]/g,
    escapeAsGo,
  )
  const digest = createHash('sha256').update(encoded).digest('hex')
  return `${name}-${digest.slice(0, 10).replaceAll(/[013ae]/g, (digit) => SUFFIX_LETTERS[digit] ?? digit)}`
}

const SUFFIX_LETTERS: Readonly<Record<string, string>> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' }

/** Go's encoder escapes what HTML gives a meaning. */
function escapeAsGo(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
