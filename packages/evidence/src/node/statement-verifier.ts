import { createStatementVerifier, type StatementVerifier } from '../sigma/verify-statement.ts'
import { openSodiumRistretto255 } from './sodium-ristretto255.ts'

/** Opens a verifier over libsodium. It says the same as `verifyStatement`, sooner. */
export async function openStatementVerifier(): Promise<StatementVerifier> {
  return createStatementVerifier(await openSodiumRistretto255())
}
