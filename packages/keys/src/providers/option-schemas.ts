import { z } from 'zod'

/** Without TLS keys travel on loopback only. */
export const httpsUrl = z.string().refine(isSafe, 'must be an address of HTTPS, or of plain HTTP on loopback')

/** One part of a path, such as the name of a key. */
export const segment = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,256}$/, 'may hold letters, digits, dots, dashes, underscores')

/** A path without dots that lead elsewhere. */
export const path = z
  .string()
  .max(1_024)
  .regex(/^[A-Za-z0-9._/-]+$/)
  .refine((text) => !text.split('/').includes('..'), 'must not lead upwards')

function isSafe(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])
