import { SluiceError } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import type { Admitted } from '../admission/admit.ts'
import { findHeld, type RestoreDependencies, whileOpen } from '../approvals/restore-answer.ts'
import { heldCall, toolResultOf, withMetadata } from '../protocols/mcp/results.ts'

const APPROVAL = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * What became of a call that waited for a human, for the caller who sent it to this server.
 *
 * @throws SluiceError as `findHeld` does, and `not_found` where no such call waited.
 */
export async function heldResult(
  dependencies: RestoreDependencies,
  context: Context<ServiceEnv>,
  { origin, runtime, outgoing }: Admitted<'tool-call'>,
  approvalId: string,
) {
  const caller = { principal: origin.principal, use: { reserveBytes: runtime.holdBytes }, outgoing }
  const asked = { approvalId: APPROVAL.exec(approvalId)?.[0], kind: 'tool-call', notFound: noSuchCall() } as const
  const found = await findHeld(dependencies, context, caller, asked)
  const { approval, metadata } = found
  if (approval.subject.model !== origin.request.body.model) throw noSuchCall()
  const result =
    found.type === 'waiting'
      ? await toolResultOf(heldCall(approval.id, approval.subject.category))
      : await whileOpen(dependencies, approval, toolResultOf(found.answer))
  return { result: withMetadata(result, metadata), headers: { 'x-session-id': String(approval.sessionId) } }
}

/** What belongs to somebody else seems not to exist. */
function noSuchCall(): SluiceError {
  const message = 'No such call waits for a human, or it is not kept (any more).'
  return new SluiceError({ code: 'not_found', message, param: 'params._meta' })
}
