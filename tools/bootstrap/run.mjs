#!/usr/bin/env node
// Runs on Node 20 with nothing installed: only Node's own modules may be imported here and beside it.
import { commands } from './commands.mjs'
import { installWhatIsMissing } from './install.mjs'

if (Number.parseInt(process.versions.node, 10) < 20) {
  console.error(`This project needs Node 20 or newer to start; this is ${process.version}.`)
  process.exit(1)
}

const [name, ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined

if (command === undefined) {
  console.error(
    `Usage: node tools/bootstrap/run.mjs COMMAND [arguments]\nCommands: ${Object.keys(commands).join(', ')}`,
  )
  process.exit(2)
}
try {
  await installWhatIsMissing()
  process.exitCode = await command(args)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
