import { policySetTextToParts, policyToJson } from '@cedar-policy/cedar-wasm/nodejs'
import { checkPolicyText, faultOf, type PolicyFault, tooDeep } from './check-policy-text.ts'

/** A policy of a file. */
interface FiledPolicy {
  readonly id: string
  readonly text: string
}

/** The policies of a file, with what is wrong with them; lines are those of the file. */
interface PolicyFile {
  readonly policies: readonly FiledPolicy[]
  readonly faults: readonly PolicyFault[]
}

/**
 * Reads a file of policies, and checks each as {@link checkPolicyText} does. A policy is called as its `@id` says; one
 * that stands alone and has none is called `name`.
 */
export function readPolicyFile(text: string, name: string): PolicyFile {
  const unreadable = tooDeep(text)
  if (unreadable !== undefined) return { policies: [], faults: [{ ...START, policyId: name, message: unreadable }] }
  const parts = policySetTextToParts(text)
  if (parts.type === 'failure') {
    return { policies: [], faults: parts.errors.map((error) => faultOf(name, text, error, 'error')) }
  }
  if (parts.policies.length + parts.policy_templates.length === 0) return { policies: [], faults: [] }
  const read = [...parts.policies, ...parts.policy_templates].map((policy, _index, all) => {
    const id = ownIdOf(policy) ?? (all.length === 1 ? name : '')
    const before = text.slice(0, text.indexOf(policy)).split('\n')
    const faults = checkPolicyText(policy, id).map((fault) => ({
      ...fault,
      line: fault.line + before.length - 1,
      column: fault.column + (fault.line === 1 ? (before.at(-1)?.length ?? 0) : 0),
      ...(id === '' && { policyId: name, message: 'Where a file has several policies, each needs an @id.' }),
    }))
    return { id, text: policy, faults }
  })
  return { policies: read, faults: [...read.flatMap(({ faults }) => faults), ...doubles(read)] }
}

const START = { severity: 'error', line: 1, column: 1 } as const

function ownIdOf(text: string): string | undefined {
  const answer = policyToJson(text)
  return answer.type === 'success' ? answer.json.annotations?.['id'] : undefined
}

function doubles(policies: readonly FiledPolicy[]): PolicyFault[] {
  return policies
    .filter(({ id }, index) => id !== '' && policies.findIndex((other) => other.id === id) !== index)
    .map(({ id }) => ({ ...START, policyId: id, message: 'Two policies have this id.' }))
}
