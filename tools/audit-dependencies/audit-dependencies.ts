import { readAudit } from './read-audit.ts'
import { renderAudit } from './render-audit.ts'

/** 0: looked, nothing known. 1: looked, and something is known. 2: could not look. */
const { text, exitCode } = renderAudit(await readAudit())
console.log(text)
process.exitCode = exitCode
