import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

/** `cancelled`: by the person, by time, or because no key fits. `known`: the key is registered already. */
type AuthenticatorFault = 'cancelled' | 'known' | 'unable'

/** Why an authenticator gave no answer. */
export class AuthenticatorError extends Error {
  override readonly name = 'AuthenticatorError'
  readonly fault: AuthenticatorFault

  constructor(fault: AuthenticatorFault, cause: unknown) {
    super(`the authenticator: ${fault}`, { cause })
    this.fault = fault
  }
}

/**
 * Asks for a new key of an authenticator; the browser says what to do.
 *
 * @throws {AuthenticatorError} Where there is none in the end.
 */
export function makeKey(options: PublicKeyCredentialCreationOptionsJSON): Promise<RegistrationResponseJSON> {
  return asking(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    return await startRegistration({ optionsJSON: options })
  })
}

/**
 * Asks a key to confirm who is there; the browser says what to do.
 *
 * @throws {AuthenticatorError} Where none does in the end.
 */
export function askKey(options: PublicKeyCredentialRequestOptionsJSON): Promise<AuthenticationResponseJSON> {
  return asking(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    return await startAuthentication({ optionsJSON: options })
  })
}

async function asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    throw new AuthenticatorError(faultOf(error), error)
  }
}

/** Browsers tell no more than that: `NotAllowedError` is all that is not to be told apart. */
function faultOf(error: unknown): AuthenticatorFault {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'InvalidStateError') return 'known'
  return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'unable'
}
