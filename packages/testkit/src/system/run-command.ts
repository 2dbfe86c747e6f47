import { execFile } from 'node:child_process'

interface CommandOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly timeoutMs?: number
}

export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command to its end and returns its output; a command that is missing or is cut off has code 127 or 124. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const { cwd, env, timeoutMs = 120_000 } = options
  return await new Promise((resolve) => {
    execFile(
      command,
      [...args],
      { cwd, env: { ...process.env, ...env }, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error === null) resolve({ code: 0, stdout, stderr })
        else if (error.code === 'ENOENT') resolve({ code: 127, stdout, stderr: `${command} is not installed` })
        else if (error.killed === true) resolve({ code: 124, stdout, stderr: `${stderr}\n${command} took too long` })
        else resolve({ code: typeof error.code === 'number' ? error.code : 1, stdout, stderr })
      },
    )
  })
}
