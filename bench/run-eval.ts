import { runCommand } from './command-line.ts'
import { helpCommandOf, runEvaluation } from './eval/eval-command.ts'

await runCommand(runEvaluation, helpCommandOf)
