import type { Attributes } from '@opentelemetry/api'
import type { SpanAttributes } from './telemetry.ts'

/** The SDK would send a value that is undefined as an empty one. */
export function definedAttributes(attributes: SpanAttributes): Attributes {
  const known: Attributes = {}
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) known[name] = value
  return known
}
