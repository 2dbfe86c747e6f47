import { SluiceError } from '@sluice/contracts'
import type { Caller, Tokens } from '../identity/tokens.ts'

type Identification = { readonly caller: Caller } | { readonly refusal: SluiceError }

/** Says who sent a request; looked at once per request, however many ask. */
export type Identify = (request: Request) => Promise<Identification>

/** Remembers the identification of a request for as long as the request is there. */
export function createIdentify(tokens: Tokens): Identify {
  const known = new WeakMap<Request, Promise<Identification>>()
  return (request) => {
    let identification = known.get(request)
    if (identification === undefined) {
      identification = identify(tokens, request.headers.get('authorization') ?? undefined)
      known.set(request, identification)
    }
    return identification
  }
}

/** The caller. Throws the reason why there is none: `token_missing`, `token_invalid` or `token_expired`. */
export function callerOf(identification: Identification): Caller {
  if ('refusal' in identification) throw identification.refusal
  return identification.caller
}

async function identify(tokens: Tokens, authorization: string | undefined): Promise<Identification> {
  try {
    return { caller: await tokens.verify(authorization) }
  } catch (error) {
    if (error instanceof SluiceError) return { refusal: error }
    throw error
  }
}
