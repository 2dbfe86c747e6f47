import type { z } from 'zod'
import { describeConfig } from './describe-config.ts'

interface ConfigurationPage {
  /** As in `the gateway`. */
  readonly title: string
  /** The file of the schema, from the repository's root. */
  readonly source: string
  readonly schema: z.ZodObject
  /** Markdown after the table, such as examples. */
  readonly notes?: readonly string[]
}

/** The Markdown page of a service's environment variables; `npm run openapi` writes it to `docs/configuration/`. */
export function configurationPage({ title, source, schema, notes = [] }: ConfigurationPage): string {
  return [
    `# Configuration of ${title}`,
    '',
    `Every environment variable, from \`${source}\`. All faults are reported at once at start. An empty`,
    'value counts as unset. Units are in the names. A variable that is unset has the content of the file that `NAME_FILE`',
    'names, such as `DATA_KEYS_FILE`: so secrets come from files.',
    '',
    configurationTable(schema),
    '',
    ...notes.flatMap((note) => [note, '']),
  ].join('\n')
}

/** The Markdown table of environment variables: name, default or `required`, description. */
export function configurationTable(schema: z.ZodObject): string {
  const rows = describeConfig(schema).map(
    ({ name, required, default: value, description }) =>
      `| \`${name}\` | ${required ? 'required' : inCode(value)} | ${inCell(description)} |`,
  )
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

function inCode(value: string): string {
  return value === '' ? '' : `\`${inCell(value)}\``
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|')
}
