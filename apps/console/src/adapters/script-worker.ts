interface ScriptAddressPolicy {
  createScriptURL(address: string): string
}

declare global {
  interface Window {
    /** W3C Trusted Types; TypeScript's own types lack it. What it makes passes for a text here. */
    readonly trustedTypes?: {
      createPolicy(name: string, rules: ScriptAddressPolicy): ScriptAddressPolicy
    }
  }
}

/** Where the scripts of the build are; nothing else becomes a worker. */
const SCRIPTS = new URL('.', import.meta.url)

let policy: ScriptAddressPolicy | undefined

/**
 * Starts a script of the build in a thread of its own.
 *
 * @param address Of the script, as the bundler gives it. Throws for one that lies elsewhere.
 */
export function startScriptWorker(address: string): Worker {
  policy ??= window.trustedTypes?.createPolicy('sluice-worker', { createScriptURL: ownScript }) ?? {
    createScriptURL: ownScript,
  }
  return new Worker(policy.createScriptURL(address), { type: 'module' })
}

function ownScript(address: string): string {
  const { origin, href } = new URL(address, window.location.href)
  if (origin !== SCRIPTS.origin) throw new TypeError('The script of a worker is of another origin.')
  return href
}
