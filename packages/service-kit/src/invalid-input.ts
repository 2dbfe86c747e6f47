import type { z } from 'zod'
import { InvalidRequestError } from './errors.ts'
import { openUnions } from './open-unions.ts'

/** The error of a part of a request that does not fit its schema, with every issue; their paths begin with `place`. */
export function invalidInput({ issues }: Pick<z.ZodError, 'issues'>, place: string): InvalidRequestError {
  return new InvalidRequestError(
    openUnions(issues).map(({ path, message }) => ({ path: [place, ...path.map(String)].join('.'), message })),
  )
}
