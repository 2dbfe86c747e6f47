import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type PolicyFault, readPolicyFile } from '@sluice/policy/cedar'

/** The policies of files, as a tenant's, with what is wrong with them. */
export interface ReadPolicies {
  readonly policies: readonly { readonly id: string; readonly text: string }[]
  readonly faults: readonly (PolicyFault & { readonly path: string })[]
}

/** Reads `.cedar` files: each path is one, or a folder of them. Throws where there is none. */
export function readPolicies(paths: readonly string[]): ReadPolicies {
  const files = paths.flatMap(filesOf)
  const read = files.map((path) => ({ path, ...readPolicyFile(readFileSync(path, 'utf8'), basename(path, '.cedar')) }))
  const policies = read.flatMap((file) => file.policies.map((policy) => ({ ...policy, path: file.path })))
  const faults = read.flatMap(({ path, faults: found }) => found.map((fault) => ({ path, ...fault })))
  const seen = new Map<string, string>()
  for (const { id, path } of policies) {
    const other = seen.get(id)
    if (other !== undefined && other !== path) {
      const message = `${other} has a policy of this id, too.`
      faults.push({ path, policyId: id, severity: 'error', line: 1, column: 1, message })
    }
    seen.set(id, path)
  }
  return { policies, faults }
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  const files = readdirSync(path).filter((name) => name.endsWith('.cedar'))
  if (files.length === 0) throw new Error(`${path} holds no file that ends with .cedar.`)
  return files.toSorted().map((name) => join(path, name))
}
