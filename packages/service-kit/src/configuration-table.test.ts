import { expect, it } from 'vitest'
import { z } from 'zod'
import { configurationPage, configurationTable } from './configuration-table.ts'
import { csv, port } from './environment/index.ts'

const schema = z.object({
  REDIS_URL: z.string().describe('Where Redis is.'),
  PORT: port().default(1).describe('The port; 0 | any.'),
  LIST: csv().default(['a', 'b|c']).describe('A list.'),
  NAME: z.string().optional().describe('A name.'),
})

const table = [
  '| variable | default | meaning |',
  '|---|---|---|',
  '| `REDIS_URL` | required | Where Redis is. |',
  '| `PORT` | `1` | The port; 0 \\| any. |',
  '| `LIST` | `a,b\\|c` | A list. |',
  '| `NAME` |  | A name. |',
].join('\n')

it('writes a row for every variable', () => {
  expect(configurationTable(schema)).toBe(table)
})

it('writes a page with the table and the notes', () => {
  const page = configurationPage({
    title: 'the thing',
    source: 'apps/thing/config.ts',
    schema,
    notes: ['## More', 'x'],
  })
  expect(
    page.startsWith('# Configuration of the thing\n\nEvery environment variable, from `apps/thing/config.ts`.'),
  ).toBe(true)
  expect(page.endsWith(`${table}\n\n## More\n\nx\n`)).toBe(true)
})
