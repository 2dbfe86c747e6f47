import { SluiceError } from '@sluice/contracts'
import { type ServiceEnv, setRequestLogFields } from '@sluice/service-kit'
import type { Context } from 'hono'
import { findRefusal } from '../access-gate.ts'
import type { Dependencies } from '../dependencies.ts'
import type { ConsoleCallers } from './console-callers.ts'
import type { ConsoleCaller } from './console-sessions.ts'

interface GateParts extends Pick<Dependencies, 'activeUsers' | 'sessions'> {
  readonly callers: Pick<ConsoleCallers, 'find'>
}

/** Lets a person with a console session in, who is active and not frozen. Throws as the gate of the admin routes. */
export type RequirePerson = <Env extends ServiceEnv>(context: Context<Env>) => Promise<ConsoleCaller>

/** Creates the gate of the console's own calls, which need no role. */
export function consoleGate({ callers, ...state }: GateParts): RequirePerson {
  return async (context) => {
    const caller = await callers.find(context)
    if (caller === undefined) throw new SluiceError({ code: 'token_missing', message: 'Log in at /console/login.' })
    const { tenant, sub } = caller.principal
    setRequestLogFields(context, { tenant, sub })
    const refusal = await findRefusal(state, caller.principal)
    if (refusal !== undefined) throw new SluiceError(refusal)
    return caller
  }
}
