import { readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'

const labels = z.record(z.string(), z.string())

/** What every Kubernetes resource has; the rest is read where it is needed. */
const resourceSchema = z.looseObject({
  apiVersion: z.string().min(1),
  kind: z.string().min(1),
  metadata: z.looseObject({ name: z.string().min(1), namespace: z.string().optional(), labels: labels.optional() }),
})

export type Resource = z.output<typeof resourceSchema>

/**
 * Reads the documents of one YAML text as a cluster would: by YAML 1.1, in which `0440` is octal, and refusing a key
 * that is there twice.
 *
 * @throws an error that names the file and the fault.
 */
export function parseYamlDocuments(text: string, path: string): readonly unknown[] {
  return parseAllDocuments(text, { version: '1.1', merge: true }).map((document) => {
    const [fault] = document.errors
    if (fault !== undefined) throw new Error(`${path}: ${fault.message}`)
    return document.toJS()
  })
}

/** Reads the one document of a YAML file. */
export function readYaml(path: string): unknown {
  const [document, ...more] = parseYamlDocuments(readFileSync(path, 'utf8'), path)
  if (more.length > 0) throw new Error(`${path}: has several documents`)
  return document
}

/** Reads the resources of a YAML file, in their order. */
export function readResources(path: string): Resource[] {
  return parseYamlDocuments(readFileSync(path, 'utf8'), path).map((document) => {
    const parsed = resourceSchema.safeParse(document)
    if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`)
    return parsed.data
  })
}

/** What a fault calls a resource, such as `Deployment gateway`. */
export function nameOf({ kind, metadata }: Resource): string {
  return `${kind} ${metadata.name}`
}
