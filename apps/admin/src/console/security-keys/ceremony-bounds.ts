/** Says no to what an authenticator sent. Its message is for nobody: it holds nothing of what was sent. */
export class CeremonyRefused extends Error {
  override readonly name = 'CeremonyRefused'
}

/** How long somebody may take with the authenticator. */
export const CHALLENGE_MS = 180_000
