import { writeFileSync } from 'node:fs'
import { GENERATED_DOCS } from './generated-docs.ts'

for (const { url, text } of GENERATED_DOCS) writeFileSync(url, text())
