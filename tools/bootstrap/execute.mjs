import { spawn } from 'node:child_process'
import { ROOT_DIRECTORY, toolEnvironment } from './paths.mjs'

const PARENT_POLL_MS = 1000
const INTERRUPT_GRACE_MS = 300

/**
 * Runs a program to its end on this terminal and returns its exit code.
 *
 * Ctrl-C reaches the program through the terminal; a SIGTERM or SIGHUP sent to this process alone is passed on, and so
 * is the death of the npm that started it, so that no program outlives its command.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, captureOutput?: boolean }} [options] With `captureOutput`,
 *   output is shown only when the program fails.
 * @returns {Promise<number>} 128 plus the signal's number when a signal ended it, as shells report it.
 */
export async function execute(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: options.cwd ?? ROOT_DIRECTORY,
    env: toolEnvironment(options.env),
    stdio: options.captureOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  const output = []
  child.stdout?.on('data', (bytes) => output.push(bytes))
  child.stderr?.on('data', (bytes) => output.push(bytes))
  const stopFollowing = endWithThisProcess(child)
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', (error) => reject(new Error(`${command} could not be started: ${error.message}`)))
      child.once('close', (exitCode, signal) => resolve(exitCode ?? 128 + (SIGNAL_NUMBERS[signal] ?? 1)))
    })
    if (code !== 0) process.stderr.write(Buffer.concat(output))
    return code
  } finally {
    stopFollowing()
  }
}

const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

function endWithThisProcess(child) {
  const parent = process.ppid
  const passOn = (signal) => child.kill(signal)
  // The terminal sends Ctrl-C to the program too, and it must have time to end by itself; a SIGINT that was sent to
  // this process alone would otherwise be lost.
  const passOnLater = () => setTimeout(() => child.kill('SIGTERM'), INTERRUPT_GRACE_MS).unref()
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, PARENT_POLL_MS)
  process.on('SIGINT', passOnLater).on('SIGTERM', passOn).on('SIGHUP', passOn)
  return () => {
    clearInterval(timer)
    process.off('SIGINT', passOnLater).off('SIGTERM', passOn).off('SIGHUP', passOn)
  }
}
