import { resolve } from 'node:path'
import { bundleService } from './bundle-service.ts'

// The folder of a service that is compiled; the one in which a build script runs, where none is given.
const folder = resolve(process.argv[2] ?? '.')
await bundleService({ entry: resolve(folder, 'dist/main.js'), target: resolve(folder, 'dist/bundle') })
