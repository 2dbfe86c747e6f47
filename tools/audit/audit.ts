import { pathToFileURL } from 'node:url'
import { USAGE, verifyCommand } from './verify-command.ts'

/** `npm run audit -- ...`: what an auditor does with what was exported. Gives the exit code. */
export async function runAudit(args: readonly string[], print: (line: string) => void): Promise<0 | 1 | 2> {
  const [command, ...rest] = args
  if (command === 'verify') return await verifyCommand(rest, print)
  print(USAGE)
  return 2
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await runAudit(process.argv.slice(2), (line) => console.log(line))
}
