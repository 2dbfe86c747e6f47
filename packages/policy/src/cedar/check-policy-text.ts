import { type DetailedError, policyToJson, type ValidationAnswer, validate } from '@cedar-policy/cedar-wasm/nodejs'
import { policyIdSchema } from '@sluice/contracts'
import { readApprovers } from '../approvers.ts'
import { BUILT_IN_POLICIES } from './built-in-policies.ts'
import { nestingOf } from './nesting.ts'
import { SCHEMA_TEXT } from './policy-files.ts'

/** What is wrong with a policy, and where in its text. */
export interface PolicyFault {
  readonly policyId: string
  /** A policy with an error cannot be used; one with a warning can, and does not do what its author may expect. */
  readonly severity: 'error' | 'warning'
  /** 1 and up. */
  readonly line: number
  /** 1 and up, in UTF-16 code units. */
  readonly column: number
  readonly message: string
}

/** In UTF-16 code units. A policy of this length takes about 5 ms to check. */
const MAX_POLICY_LENGTH = 10_000

/** The deepest nesting, as {@link nestingOf} counts it: less than half of what Cedar can bear. */
const MAX_NESTING = 150

/**
 * Checks the text of one policy as a tenant writes it: its id, its grammar, that it fits the schema, and that it can
 * have an effect. Errors are: an id that is none or belongs to a built-in policy, a text that is too long or is not
 * exactly one policy, an `@id` that says another id, and everything that Cedar's validator refuses. Warnings are: a
 * policy that can never apply, a permit, and a demand for a reason that no reason satisfies.
 */
export function checkPolicyText(text: string, id: string): readonly PolicyFault[] {
  const wrong = wrongId(id) ?? tooLarge(text)
  if (wrong !== undefined) return [faultAt(id, text, 0, wrong)]
  try {
    const parsed = policyToJson(text)
    if (parsed.type === 'failure') return parsed.errors.map((error) => faultOf(id, text, error, 'error'))
    const { annotations = {}, effect } = parsed.json
    const ownId = annotations['id']
    if (ownId !== undefined && ownId !== id)
      return [faultAt(id, text, 0, `@id says "${ownId}", the policy is "${id}".`)]
    const approvers = annotations['approvers']
    if (approvers !== undefined && readApprovers(approvers) === undefined) {
      return [faultAt(id, text, 0, '@approvers is a number from 1 to 10, then roles: "2", or "1 ciso legal-counsel".')]
    }
    const invalid = faultsOfValidation(id, text)
    if (invalid.some(({ severity }) => severity === 'error')) return invalid
    return [...invalid, ...adviceOn(effect, text).map((advice) => faultAt(id, text, 0, advice, 'warning'))]
  } catch {
    return [faultAt(id, text, 0, 'Cedar cannot read this policy.')]
  }
}

function wrongId(id: string): string | undefined {
  if (!policyIdSchema.safeParse(id).success) return 'An id consists of lower-case words, digits and dashes.'
  const isReserved = RESERVED_IDS.has(id) || id.startsWith('mask-')
  return isReserved ? `The id "${id}" belongs to a built-in policy.` : undefined
}

const RESERVED_IDS: ReadonlySet<string> = new Set([
  ...['default-deny', 'jailbreak', 'policy-error'],
  ...BUILT_IN_POLICIES.flatMap(({ id, publicId }) => [id, publicId]),
])

function tooLarge(text: string): string | undefined {
  return text.length > MAX_POLICY_LENGTH ? `A policy can have ${MAX_POLICY_LENGTH} characters.` : tooDeep(text)
}

/** Says that a text may not be given to Cedar at all; undefined where it may. */
export function tooDeep(text: string): string | undefined {
  return nestingOf(text) > MAX_NESTING
    ? 'The expressions of a policy can lie about 50 deep in each other, and 150 can stand in a chain.'
    : undefined
}

function faultsOfValidation(id: string, text: string): PolicyFault[] {
  const answer: ValidationAnswer = validate({ schema: SCHEMA_TEXT, policies: { staticPolicies: { [id]: text } } })
  if (answer.type === 'failure') return answer.errors.map((error) => faultOf(id, text, error, 'error'))
  return [
    ...answer.validationErrors.map(({ error }) => faultOf(id, text, error, 'error')),
    ...answer.validationWarnings.map(({ error }) => faultOf(id, text, error, 'warning')),
  ]
}

function adviceOn(effect: 'permit' | 'forbid', text: string): string[] {
  if (effect === 'permit') {
    return ['A permit changes nothing: the built-in policies permit all that anybody can have. Use forbid.']
  }
  const isDeaf = text.includes('"invokeWithReason"') && !text.includes('reasonGiven')
  return isDeaf ? ['No reason satisfies this policy. Add: unless { context.reasonGiven }'] : []
}

/** A fault as Cedar reports it. */
export function faultOf(
  id: string,
  text: string,
  error: DetailedError,
  severity: PolicyFault['severity'],
): PolicyFault {
  const [location] = error.sourceLocations ?? []
  const message = [error.message, location?.label, error.help].filter(Boolean).join('; ')
  return faultAt(id, text, location?.start ?? 0, message.replace(`for policy \`${id}\`, `, ''), severity)
}

/** `offset` in bytes of UTF-8, as Cedar counts. */
function faultAt(
  policyId: string,
  text: string,
  offset: number,
  message: string,
  severity: PolicyFault['severity'] = 'error',
): PolicyFault {
  const lines = Buffer.from(text).subarray(0, offset).toString().split('\n')
  return { policyId, severity, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, message }
}
