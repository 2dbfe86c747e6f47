import { userInfo } from 'node:os'
import { runOutboxCommand } from './outbox-command.ts'

process.exitCode = await runOutboxCommand(process.argv.slice(2), {
  environment: process.env,
  write: (line) => process.stdout.write(`${line}\n`),
  osUser: userInfo().username,
})
