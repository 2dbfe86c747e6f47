import { DENIED_BY_DEFAULT, decided, type PolicyDecision } from '../decision.ts'
import type { SoarPolicyConfig } from '../policy-config.ts'
import type { SoarQuestion } from '../question.ts'

const SIGNED = decided('permit', 'soar-signature')
const SCOPED = decided('permit', 'soar-scope')
const NOT_SCOPED = decided('forbid', 'soar-scope')
const NOT_LISTED = decided('forbid', 'soar-client')
const NO_UNFREEZE = decided('forbid', 'soar-unfreeze')

/**
 * Decides a command of a SOAR system: the signature of a configured caller is enough. An access token needs the scope
 * and stands for a person whom the Users store knows, or for a machine whose client is listed. Without a configuration
 * nothing is permitted.
 */
export function decideSoar({ action, context }: SoarQuestion, config: SoarPolicyConfig | undefined): PolicyDecision {
  if (config === undefined) return DENIED_BY_DEFAULT
  if (context.credential === 'token') {
    if (!context.scopes.includes(config.scope)) return NOT_SCOPED
    if (!context.isPerson && !config.clients.includes(context.client)) return NOT_LISTED
  }
  if (action === 'soar-unfreeze-user' && !config.allowUnfreeze) return NO_UNFREEZE
  return context.credential === 'signature' ? SIGNED : SCOPED
}
