import type { ServiceEnv } from '@sluice/service-kit'
import type { MiddlewareHandler } from 'hono'

/**
 * No inline script, no inline style, nothing from elsewhere. `form-action` needs no address of the provider: a login is
 * a navigation to our own address, which redirects.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
].join('; ')

const HEADERS = Object.entries({
  'content-security-policy': CONTENT_SECURITY_POLICY,
  // Whatever opened this window, or is opened by it, gets no handle on it (WHATWG HTML, section 7.1.3).
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The address of a screen names people and sessions.
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
})

/** Puts the console's headers on every answer, errors among them. */
export const secureContent: MiddlewareHandler<ServiceEnv> = async (context, next) => {
  // On Node's response, because an error becomes another answer on its way.
  for (const [name, value] of HEADERS) context.env?.outgoing?.setHeader(name, value)
  await next()
}
