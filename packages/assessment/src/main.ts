import { runCli } from './cli/run-cli.ts'
import { scan } from './runtime/scan.ts'

// The `assess` command: where it meets the clock and the terminal. Ctrl-C ends the scan; a second one ends the process.
const controller = new AbortController()
process.once('SIGINT', () => controller.abort())
// Whoever reads the output may leave early (`assess . | head`): writing then ends with an error of its own.
process.stdout.on('error', () => {})

process.exitCode = await runCli(process.argv.slice(2), {
  scan,
  now: () => new Date(),
  stdout: process.stdout,
  stderr: process.stderr,
  signal: controller.signal,
  ...(process.stderr.isTTY ? { terminal: process.stderr } : {}),
})
