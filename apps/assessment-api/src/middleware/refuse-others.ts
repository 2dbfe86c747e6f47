import { SluiceError } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context, MiddlewareHandler } from 'hono'

interface Served {
  /** Origins whose pages may use the API; empty: all. */
  readonly origins: readonly string[]
  /** Names and addresses that the API is called by, in small letters and without port; empty: all. */
  readonly hosts: readonly string[]
}

/** A health check calls the address of a container, which nobody lists. */
const HEALTH = /^\/health\/(?:live|ready)$/
const PORT = /:\d{0,5}$/

/**
 * Refuses what a page of another origin sends, and what is sent to another host: a name that somebody else lets point
 * to this service (DNS rebinding). Programs other than browsers send no `Origin`. Throws `action_not_permitted`.
 */
export function refuseOthers({ origins, hosts }: Served): MiddlewareHandler<ServiceEnv> {
  const [servedOrigins, servedHosts] = [new Set(origins), new Set(hosts)]
  return async (context, next) => {
    const origin = context.req.header('origin')
    if (servedOrigins.size > 0 && origin !== undefined && !servedOrigins.has(origin)) {
      throw new SluiceError({ code: 'action_not_permitted', message: 'Pages of this origin are not served.' })
    }
    if (servedHosts.size > 0 && !servedHosts.has(hostOf(context)) && !HEALTH.test(context.req.path)) {
      throw new SluiceError({ code: 'action_not_permitted', message: 'This host is not served.' })
    }
    await next()
  }
}

/** As it was sent: the server replaces a host that it cannot make a URL of. */
function hostOf({ env, req }: Context<ServiceEnv>): string {
  const sent = env?.incoming?.rawHeaders ?? []
  const at = sent.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  const host = at === -1 ? req.header('host') : sent[at + 1]
  return (host ?? '').toLowerCase().replace(PORT, '')
}
