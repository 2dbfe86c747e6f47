import { defined } from './async/index.ts'

/** What a log keeps of an error. */
interface SerializedError {
  readonly name: string
  readonly code?: string
  readonly message: string
  /** The frames only: the head of `stack` repeats the message. */
  readonly stack?: string
  readonly cause?: SerializedError
  readonly errors?: readonly SerializedError[]
}

const MAX_CAUSES = 5
const MAX_AGGREGATED = 5
const MAX_MESSAGE_LENGTH = 1_024
const MAX_STACK_LENGTH = 4_096

/**
 * Keeps name, code, message and stack of an error and of its chain of causes (at most 5), and nothing else: clients of
 * HTTP, Redis and PostgreSQL add requests, commands and rows to their errors.
 */
export function serializeError(error: unknown, causesLeft: number = MAX_CAUSES): SerializedError {
  if (!(error instanceof Error))
    return { name: 'NonError', message: `a thrown ${error === null ? 'null' : typeof error}` }
  const { cause } = error
  const code = 'code' in error ? error.code : undefined
  const stack = framesOf(error)
  const nested = error instanceof AggregateError && causesLeft > 0 ? error.errors.slice(0, MAX_AGGREGATED) : []
  return {
    name: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    message: publicText(error),
    ...defined({ stack }),
    ...(cause === undefined || causesLeft === 0 ? {} : { cause: serializeError(cause, causesLeft - 1) }),
    ...(nested.length === 0 ? {} : { errors: nested.map((inner) => serializeError(inner, causesLeft - 1)) }),
  }
}

/** V8 quotes the text that it could not parse in the message of a `SyntaxError`; that text may be a request body. */
function publicText(error: Error): string {
  return error instanceof SyntaxError ? 'could not be parsed' : error.message.slice(0, MAX_MESSAGE_LENGTH)
}

function framesOf({ stack }: Error): string | undefined {
  const start = stack?.indexOf('\n    at ') ?? -1
  return start < 0 ? undefined : stack?.slice(start + 1, start + 1 + MAX_STACK_LENGTH)
}
