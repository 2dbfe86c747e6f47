import type { z } from 'zod'
import { InvalidRequestError } from './errors.ts'

/** Parses a part of a request. Throws `invalid_request` with every issue; `place` is what their paths begin with. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: 'body' | 'query',
): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalidInput(parsed.error, place)
}

/** The error of a part of a request that does not fit its schema. */
export function invalidInput({ issues }: z.ZodError, place: string): InvalidRequestError {
  return new InvalidRequestError(
    issues.map(({ path, message }) => ({ path: [place, ...path.map(String)].join('.'), message })),
  )
}
