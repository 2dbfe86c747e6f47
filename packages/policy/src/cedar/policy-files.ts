import { readFileSync } from 'node:fs'

/** Beside `src` and `dist`, so that both find it. */
const FOLDER = new URL('../../policies/', import.meta.url)

/** The name under which the parsed schema is kept. */
export const SCHEMA_NAME = 'sluice'

/** The schema that every policy and every request has to fit. */
export const SCHEMA_TEXT = `${read('schema.cedarschema')}\n${read('administration.cedarschema')}`

/** The built-in policies, many in a text. */
export const BUILT_IN_TEXTS: readonly string[] = [
  'actions.cedar',
  'administration.cedar',
  'clearance.cedar',
  'models.cedar',
  'routing.cedar',
  'soar.cedar',
  'tenants.cedar',
].map(read)

function read(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8')
}
