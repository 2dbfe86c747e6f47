/** Nothing longer is a version, or a list of features or of vendors. */
const LONGEST_VALUE = 1_024
/** What such values are made of. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
/** W3C Trace Context, section 3.2.2: of version 00; zeros are no ids. */
const TRACE_PARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

type ReadHeader = (name: string) => string | undefined

/**
 * The headers of a request that go on to an endpoint, as they came: those of its wire, and the trace context where it
 * is to. One that is too long, or holds anything but printable ASCII, stays behind.
 *
 * @param header reads one request header.
 * @param names of the wire, in small letters.
 * @param passesTraceContext whether the caller's own goes on, which may tell endpoints who asks.
 */
export function readPassedHeaders(
  header: ReadHeader,
  names: readonly string[] = [],
  passesTraceContext = false,
): { readonly headers?: Readonly<Record<string, string>> } {
  const passed: Record<string, string> = passesTraceContext ? traceContext(header) : {}
  for (const name of names) {
    const value = header(name)
    if (value !== undefined && isPlain(value)) passed[name] = value
  }
  return Object.keys(passed).length === 0 ? {} : { headers: passed }
}

/** `tracestate` says nothing without `traceparent` (section 3.3). */
function traceContext(header: ReadHeader): Record<string, string> {
  const traceparent = header('traceparent')
  if (traceparent === undefined || !TRACE_PARENT.test(traceparent)) return {}
  const tracestate = header('tracestate')
  return tracestate !== undefined && isPlain(tracestate) ? { traceparent, tracestate } : { traceparent }
}

function isPlain(value: string): boolean {
  return value.length <= LONGEST_VALUE && VALUE.test(value)
}
