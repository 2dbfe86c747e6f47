import { SluiceError } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import type { Protocol } from '../protocols/protocol.ts'
import { OVERLOADED } from './request-turns.ts'

/** The refusal of an overload in the form of its wire, to be sent again and again. */
export interface RefusalTemplate {
  readonly status: number
  /** With the request id that it is sent under. */
  headers(requestId: string): Record<string, string>
  body(requestId: string): string
}

/** Has the wire render the refusal of one request. Others differ from it in their request id only. */
export async function makeRefusalTemplate(
  { renderError }: Pick<Protocol<never>, 'renderError'>,
  context: Context<ServiceEnv>,
): Promise<RefusalTemplate> {
  const rendered = context.get('requestId')
  const response = renderError(new SluiceError(OVERLOADED), context)
  const parts = (await response.text()).split(rendered)
  const headers = [...response.headers]
  return {
    status: response.status,
    headers: (id) => Object.fromEntries(headers.map(([name, value]) => [name, value === rendered ? id : value])),
    body: (id) => parts.join(id),
  }
}
