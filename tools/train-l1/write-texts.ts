import { closeSync, openSync, writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { generate } from './generate.ts'

/** Writes what the templates make, a line of JSON a text, for `train.ts --texts`: `write-texts.ts FILE [--count N]` */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '50000' }, seed: { type: 'string', default: '20261128' } },
})
const [file] = positionals
if (file === undefined) throw new Error('Which file?')
const opened = openSync(file, 'w')
for (const row of generate(Number(options.count), Number(options.seed))) writeSync(opened, `${JSON.stringify(row)}\n`)
closeSync(opened)
