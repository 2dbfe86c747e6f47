import { userInfo } from 'node:os'
import { runUnfreeze } from './unfreeze-command.ts'

process.exitCode = await runUnfreeze(process.argv.slice(2), {
  environment: process.env,
  write: (line) => process.stdout.write(`${line}\n`),
  osUser: userInfo().username,
})
