import { SluiceError } from '@sluice/contracts'
import type { ServiceApp } from '@sluice/service-kit'
import { NOT_SERVED } from './not-served-paths.ts'

/** Answers every well-known path that is not served with 501 `not_implemented` and a hint, in the form of its wire. */
export function refuseNotServed(app: ServiceApp): void {
  for (const { path, hint, renderError } of NOT_SERVED) {
    app.all(path, (context) => {
      context.set('renderError', renderError)
      throw new SluiceError({ code: 'not_implemented', message: `This address is not served here. ${hint}` })
    })
  }
}
