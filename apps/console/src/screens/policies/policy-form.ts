import { type Policy, policyTestShape } from '../../api/policies.ts'
import { z } from '../../api/zod.ts'

const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const formShape = z.object({
  id: z.string(),
  /** Of the policy that the writing began with. */
  version: z.number().optional(),
  description: z.string(),
  text: z.string(),
  immutable: z.boolean(),
  enabled: z.boolean(),
  tests: z.array(policyTestShape),
})

/** A policy as it is being written. */
export type PolicyForm = z.output<typeof formShape>

const EXAMPLE = `forbid (principal, action == Action::"invokeWithoutApproval", resource)
when { context has tile && context.tile.level >= 5 };
`

/** What the writing begins with: the policy as it is, or an example. */
export function beginForm(policy: Policy | undefined, isImmutable: boolean): PolicyForm {
  if (policy === undefined) {
    return { id: '', description: '', text: EXAMPLE, immutable: isImmutable, enabled: true, tests: [] }
  }
  const { id, version, description, text, immutable, status, tests = [] } = policy
  return { id, version, description, text, immutable, enabled: status === 'enabled', tests }
}

/** Reads what was written before; undefined where there is nothing, or nothing of this form. */
export function readForm(draft: string): PolicyForm | undefined {
  if (draft === '') return undefined
  try {
    return formShape.safeParse(JSON.parse(draft)).data
  } catch {
    return undefined
  }
}

/** Says what is wrong beside the text, which the API checks; nothing where it could be published. */
export function faultsOf({ id, description }: PolicyForm): { readonly id?: string; readonly description?: string } {
  return {
    ...(isPolicyId(id) ? {} : { id: 'Lower-case words and digits with dashes between them.' }),
    ...(description.trim() === ''
      ? { description: 'Say what it does, in a sentence: it is shown to those it stops.' }
      : {}),
  }
}

/** Whether a text can be the name of a policy, as the API has it. */
export function isPolicyId(id: string): boolean {
  return id.length <= 128 && ID.test(id)
}
