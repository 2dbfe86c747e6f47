import { SluiceError } from '@sluice/contracts'

/**
 * The refusal of something that the wire of the endpoint cannot say.
 *
 * @param what names the member, never its value.
 */
export function cannotSay(what: string, param: string): SluiceError {
  const message = `${what} cannot be sent to the endpoint of this model, which speaks another wire.`
  return new SluiceError({ code: 'invalid_request', message, param })
}
