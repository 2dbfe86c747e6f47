import { type Entry, shape } from './entry.ts'

/**
 * JSON Schema 2020-12. Keywords are the standard's; property names, enum values and texts are the caller's.
 */
export const JSON_SCHEMA_SHAPES = {
  schema: shape('structured', 'data', {
    type: 'schemaType',
    format: 'schemaFormat',
    title: 'unknown',
    description: 'unknown',
    properties: 'schemaMap',
    patternProperties: 'schemaMap',
    dependentSchemas: 'schemaMap',
    $defs: 'schemaMap',
    definitions: 'schemaMap',
    required: 'identifier',
    $ref: 'identifier',
    items: 'schema',
    prefixItems: 'schema',
    additionalProperties: 'schema',
    propertyNames: 'schema',
    contains: 'schema',
    not: 'schema',
    if: 'schema',
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
    then: 'schema',
    else: 'schema',
    anyOf: 'schema',
    oneOf: 'schema',
    allOf: 'schema',
    enum: 'data',
    const: 'data',
    default: 'data',
    examples: 'data',
    pattern: 'value',
  }),
  schemaMap: shape('structured', 'schema'),
  // Type and format names of the standard itself.
  schemaType: shape('closed', 'data', {}, 'string number integer boolean object array null'),
  schemaFormat: shape(
    'closed',
    'data',
    {},
    'date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri uuid regex int32 int64 float double',
  ),
} satisfies Readonly<Record<string, Entry>>
