import { helpCommandOf, runBench } from './bench-command.ts'
import { runCommand } from './command-line.ts'

await runCommand(runBench, helpCommandOf)
