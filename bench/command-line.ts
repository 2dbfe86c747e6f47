import { parseArgs } from 'node:util'

/** A flag of a command, as `parseArgs` takes it, with what the help says. */
interface Flag {
  readonly type: 'string' | 'boolean'
  readonly default?: string | boolean
  /** What stands for its value in the help: `N`. */
  readonly value?: string
  readonly summary: string
}

export type Flags = Readonly<Record<string, Flag>>

/** The values of flags; those without a default may be missing. */
export type FlagValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

/** The command was called wrongly. Its message is one line for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What every command takes. */
export const COMMON_FLAGS = {
  json: { type: 'boolean', default: false, summary: 'Print one line of JSON in place of tables.' },
  help: { type: 'boolean', default: false, summary: 'Print this text.' },
} as const satisfies Flags

/** Reads flags and, where they are allowed, other arguments. Throws `UsageError`. */
export function readArguments(
  args: readonly string[],
  flags: Flags,
  allowPositionals: boolean,
): { readonly values: FlagValues; readonly positionals: readonly string[] } {
  try {
    return parseArgs({ args: [...args], options: { ...flags }, allowPositionals })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // What follows the first sentence is advice on options that look like arguments.
    const [fault = ''] = error.message.split(/\.(?: |$|\n)/)
    throw new UsageError(`${fault}.`)
  }
}

/** A flag's whole number. Throws `UsageError` where it is none from `min` to `max`. */
export function wholeNumber(flags: FlagValues, name: string, { min = 1, max = 1_000_000_000 } = {}): number {
  const text = flags[name]
  const number = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new UsageError(`--${name} takes a whole number from ${min} to ${max}, not '${String(text)}'.`)
}

/** The flags of a command for its help, a line each, with their defaults. */
export function describeFlags(flags: Flags): string {
  const rows = Object.entries(flags).map(([name, { value, summary, default: standard }]) => {
    const shown = typeof standard === 'string' && standard !== '' ? ` Default: ${standard}.` : ''
    return [`--${name}${value === undefined ? '' : ` ${value}`}`, `${summary}${shown}`] as const
  })
  return alignColumns(rows)
}

/** Two columns, indented. */
export function alignColumns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length))
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join('\n')
}

/** Runs a command over its arguments; gives the exit code. Throws `UsageError`. `print` writes to standard output. */
type Command = (args: readonly string[], print: (text: string) => void) => Promise<number>

/**
 * Runs a command of this process to its end and sets the exit code: what it returns, 2 when it was called wrongly,
 * and 1 when it failed. `helpCommandOf` names the command that shows the right way.
 */
export async function runCommand(command: Command, helpCommandOf: (args: readonly string[]) => string): Promise<void> {
  const args = process.argv.slice(2)
  try {
    process.exitCode = await command(args, (text) => process.stdout.write(`${text}\n`))
  } catch (error) {
    const isUsage = error instanceof UsageError
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${message}${isUsage ? ` See: ${helpCommandOf(args)}` : ''}\n`)
    process.exitCode = isUsage ? 2 : 1
  }
}
