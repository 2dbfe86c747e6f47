import { STACK_URL_VARIABLE, type StackCalls } from './stack-calls.ts'

/** Says whether this process belongs to a test run with shared servers. */
export function hasSharedStack(): boolean {
  return process.env[STACK_URL_VARIABLE] !== undefined
}

/** Asks the shared stack. Throws with its message when it fails. */
export async function callStack<Path extends keyof StackCalls>(
  path: Path,
  input: StackCalls[Path]['input'],
): Promise<StackCalls[Path]['output']> {
  const response = await fetch(`${process.env[STACK_URL_VARIABLE]}/${path}`, {
    method: 'POST',
    body: JSON.stringify(input),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The shared stack failed at ${path}: ${text}`)
  return JSON.parse(text)
}
