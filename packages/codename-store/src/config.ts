import { levelSchema } from '@sluice/contracts'
import { json } from '@sluice/service-kit/environment'
import { z } from 'zod'

/** A number is a level by itself. */
const className = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be small letters, digits and dashes, a letter first')

/** The variables of a service that reads or writes codenames. Spread them into the service's schema. */
export const codenameConfigShape = {
  CODENAME_CLASSES: json(z.record(className, levelSchema))
    .default({})
    .describe(
      'JSON object: name of a class of codenames to its level, for example `{"secret":7,"confidential":5}`. A class may ' +
        'also be a level. The same at every service: a gateway takes a class that it does not know for level 7.',
    ),
}
