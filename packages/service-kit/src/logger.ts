import { type DestinationStream, type Logger, pino } from 'pino'
import { defined } from './async/index.ts'
import { redact } from './redact.ts'
import { serializeError } from './serialize-error.ts'
import type { LogLevel } from './service-config.ts'
import type { OpenTraces } from './tracing/open-traces.ts'

export type { Logger }

interface LoggerOptions {
  readonly service: string
  readonly version?: string
  readonly level: LogLevel
  /** The destination of the lines; standard output by default. */
  readonly destination?: DestinationStream
  /** Lines that name a request of one of these get the ids of its trace. */
  readonly traces?: Pick<OpenTraces, 'fieldsOf'>
}

const BUFFER_BYTES = 8_192
const FLUSH_INTERVAL_MS = 100
/** Further lines are dropped when standard output cannot be written and so many bytes are queued. */
const MAX_BUFFERED_BYTES = 16 * 1_024 * 1_024

/**
 * Makes the service's logger: one JSON object per line, credentials and content redacted by member name at any depth,
 * in child loggers too. Put data into members, never into the message: a message cannot be redacted.
 */
export function createLogger(options: LoggerOptions): Logger {
  const { service, version, level, destination = standardOutput(), traces } = options
  const written = (record: Record<string, unknown>) => ({ ...redact(record), ...traces?.fieldsOf(record) })
  const logger = pino(
    {
      level,
      base: { service, ...defined({ version }) },
      formatters: { level: (label) => ({ level: label }), log: traces === undefined ? redact : written },
      // `formatters.log` has serialized errors before this is asked; pino's own serializer would copy every member.
      serializers: { err: (value: unknown) => (value instanceof Error ? serializeError(value) : value) },
      hooks: {
        logMethod(args, method) {
          const [first, second] = args
          const text = first instanceof Error ? second : messageOf(first, second)
          if (first instanceof Error) method.apply(this, [{ err: first }, typeof text === 'string' ? text : first.name])
          else if (text !== undefined && args.length === 1) method.apply(this, [first, text])
          else method.apply(this, args)
        },
      },
    },
    destination,
  )
  const child = logger.child
  // pino applies `formatters.log` to lines, not to the bindings of a child.
  logger.child = function redactedChild(this: Logger, bindings, options) {
    return child.call(this, redact(bindings), options)
  } as typeof logger.child // keeps the generic signature, which a function expression cannot restate
  return logger
}

/** Without a text, pino would print the error's own message, which may quote input. */
function messageOf(record: unknown, text: unknown): string | undefined {
  if (text !== undefined || typeof record !== 'object' || record === null || !('err' in record)) return undefined
  return record.err instanceof Error ? record.err.name : 'error'
}

/** Where the lines of a process go. Services in one process share it: two writers would mix their lines. */
export function standardOutput(): DestinationStream {
  return pino.destination({
    dest: 1,
    sync: false,
    minLength: BUFFER_BYTES,
    maxLength: MAX_BUFFERED_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
  })
}
