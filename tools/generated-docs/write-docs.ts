import { writeFileSync } from 'node:fs'
import { generatedDocs } from '@sluice/service-kit'
import { SERVICES } from './services.ts'

const DOCS = new URL('../../docs/', import.meta.url)

for (const { path, text } of SERVICES.flatMap(generatedDocs)) writeFileSync(new URL(path, DOCS), text)
