import { anomalySchema, dataSchemaOf, EVENT_DATA, type EventKind, sluiceEventSchema } from '@sluice/contracts'
import { z } from 'zod'

interface SchemaFile {
  /** From `docs/`. */
  readonly path: string
  readonly text: string
}

/**
 * The JSON Schemas of what Kafka, the SIEM and SOAR systems get: the event as a whole, what each kind carries under
 * the name that its `dataschema` has, and the anomaly that is posted. JSON Schema 2020-12. Members that a schema does
 * not name may be added.
 */
export function eventSchemas(): readonly SchemaFile[] {
  const kinds = Object.keys(EVENT_DATA).filter(isKind)
  return [
    file('event', 'urn:sluice:event:1', sluiceEventSchema),
    file('anomaly', 'urn:sluice:anomaly:1', anomalySchema),
    ...kinds.map((kind) => file(kind.replace('.', '-'), dataSchemaOf(kind), EVENT_DATA[kind])),
  ]
}

function isKind(text: string): text is EventKind {
  return Object.hasOwn(EVENT_DATA, text)
}

function file(name: string, id: string, schema: z.ZodType): SchemaFile {
  // As for who reads input: other members are no fault.
  const { $schema, ...members } = z.toJSONSchema(schema, { io: 'input' })
  return {
    path: `api/events/${name}.json`,
    text: `${JSON.stringify({ $schema, $id: id, ...members }, undefined, 2)}\n`,
  }
}
