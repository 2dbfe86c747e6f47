import { SluiceError } from '@sluice/contracts'

/** The refusal of a client that was revoked; only API keys are. */
export function revokedClient(): SluiceError {
  return new SluiceError({ code: 'token_invalid', message: 'This API key has been revoked.' })
}
