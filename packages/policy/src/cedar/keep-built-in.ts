import { writeFileSync } from 'node:fs'
import { KEPT_FILE, serializeBuiltIn } from './kept-built-in.ts'
import { parseBuiltIn } from './parse-built-in.ts'

/** The last step of the build of this package. */
writeFileSync(KEPT_FILE, serializeBuiltIn(parseBuiltIn()))
