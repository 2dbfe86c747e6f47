import { renderKustomization } from './render-kustomization.ts'
import { stringify } from 'yaml'
for (const r of renderKustomization(process.argv[2] ?? '')) console.log('---\n' + stringify(r, { lineWidth: 0, aliasDuplicateObjects: false }))
