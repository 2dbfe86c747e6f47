import type { ServiceApp } from './app-env.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * The methods that a path accepts when the requested one is not among them. Empty when the path accepts none, or when
 * it accepts this one and the handler found nothing. Distinguishes 405 from 404 (RFC 9110, section 15.5.6).
 */
export function otherAllowedMethods(app: ServiceApp, method: string, path: string): readonly string[] {
  const allowed = METHODS.filter((candidate) => {
    const [matches] = app.router.match(candidate, path)
    return matches.some(([[, route]]) => route.method !== 'ALL')
  })
  return allowed.includes(method === 'HEAD' ? 'GET' : method) ? [] : allowed
}
