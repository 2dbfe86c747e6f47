import { SluiceError } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** Refuses a body that is longer than so many bytes, by its declared length or as soon as it is. */
export function limitBody(maxBytes: number): MiddlewareHandler<ServiceEnv> {
  return bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new SluiceError({
        code: 'request_too_large',
        message: `The request body is longer than ${maxBytes} bytes.`,
      })
    },
  })
}
