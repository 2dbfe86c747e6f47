import { queryOptions } from '@tanstack/react-query'
import { AuthenticatorError, askKey, makeKey } from '../adapters/authenticator.ts'
import { admin, type Records } from './client.ts'
import { ApiProblem, dataOf } from './problem.ts'
import type { Action } from './session.ts'

export type SecurityKey = Records['SecurityKey']

/** One's own security keys, the oldest first, and how many there may be. */
export const securityKeysQuery = queryOptions({
  queryKey: ['security-keys'],
  queryFn: ({ signal }) => dataOf(admin.GET('/console/session/security-keys', { signal })),
})

const WORDS = {
  cancelled: 'No security key has answered: it was cancelled, it took too long, or it is another key.',
  known: 'This key is registered already.',
  unable: 'Security keys cannot be used in this browser, or at this address.',
} as const

/** Makes a key and registers it under a name. */
export async function registerKey(name: string): Promise<SecurityKey> {
  const options = await dataOf(admin.POST('/console/session/security-key-registration'))
  const { response, ...made } = await withWords(makeKey(options))
  const { clientDataJSON, attestationObject, transports = [] } = response
  const attestation = { ...named(made), response: { clientDataJSON, attestationObject, transports } }
  return await dataOf(admin.POST('/console/session/security-keys', { body: { name, attestation } }))
}

/** Removes a key. */
export async function removeKey(id: string): Promise<unknown> {
  return await dataOf(admin.DELETE('/console/session/security-keys/{id}', { params: { path: { id } } }))
}

/** Confirms with a key who is there, before an act that asks for a fresh login. */
export async function confirmWithKey(action: Action): Promise<unknown> {
  const options = await dataOf(admin.POST('/console/session/step-up', { body: { action } }))
  const { response, ...used } = await withWords(askKey(options))
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const answer = { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
  const assertion = { ...named(used), response: answer }
  return await dataOf(admin.POST('/console/session/step-up/confirmation', { body: { assertion } }))
}

function named({ id, rawId }: { readonly id: string; readonly rawId: string }) {
  return { id, rawId, type: 'public-key' as const, clientExtensionResults: {} }
}

/** Says in words why an authenticator gave no answer. */
async function withWords<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof AuthenticatorError)) throw error
    throw new ApiProblem(0, { title: WORDS[error.fault], code: `authenticator_${error.fault}` })
  }
}
