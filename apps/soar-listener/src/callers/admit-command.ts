import { parseJsonBody, readBody, type ServiceEnv, toSluiceError } from '@sluice/service-kit'
import type { Context, MiddlewareHandler } from 'hono'
import type { Dependencies } from '../dependencies.ts'
import { requireMediaType } from '../media-type.ts'
import { actorOf, authenticateCaller, type Caller, requireCredentials } from './authenticate-caller.ts'

/** A command is small; a longer body is refused unread. */
const MAX_BODY_BYTES = 16_384
const JSON_TYPE = 'application/json'

/** What the handler of commands finds in its context. */
export interface CommandEnv extends ServiceEnv {
  Variables: ServiceEnv['Variables'] & {
    caller: Caller
    /** When the request arrived, monotonic. */
    receivedMs: number
  }
}

type AdmitDependencies = Pick<Dependencies, 'callers' | 'clock' | 'policies' | 'refusedCommands'>

/**
 * Proves who sends a command over the exact bytes of its body, before anything parses them, and hands the body on to
 * the validator of the route. Every refusal is recorded, from here and from everything behind.
 *
 * @throws SluiceError as `requireCredentials`, `readBody`, `authenticateCaller`, `requireMediaType` and `parseJsonBody`
 *   do.
 */
export function admitCommand(dependencies: AdmitDependencies): MiddlewareHandler<CommandEnv> {
  return async (context, next) => {
    context.set('receivedMs', dependencies.clock.monotonicMs())
    let caller: Caller | undefined
    const recordRefusal = async (thrown: unknown) => {
      const { code } = toSluiceError(thrown)
      const actor = caller && actorOf(caller)
      await dependencies.refusedCommands.record({ code, actor, requestId: context.get('requestId') })
    }
    try {
      const { raw } = context.req
      requireCredentials(raw.headers)
      const body = await readBody(raw, MAX_BODY_BYTES)
      caller = await authenticateCaller(raw.headers, body, dependencies)
      context.set('caller', caller)
      requireMediaType(raw.headers, JSON_TYPE)
      parseJsonBody(body)
      replaceBody(context, body)
    } catch (thrown) {
      await recordRefusal(thrown)
      throw thrown
    }
    await next()
    if (context.error !== undefined) await recordRefusal(context.error)
  }
}

/** The body has been read from the socket; the validator reads it again, from memory. */
function replaceBody({ req }: Context<CommandEnv>, body: Buffer): void {
  const { url, method, headers, signal } = req.raw
  req.raw = new Request(url, { method, headers, body: body.toString('utf8'), signal })
}
