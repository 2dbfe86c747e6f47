import { runAtStack } from './run-at-stack.ts'

process.exitCode = runAtStack('unfreeze.ts')
