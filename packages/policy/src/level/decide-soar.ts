import { DENIED_BY_DEFAULT, decided, type PolicyDecision } from '../decision.ts'
import type { SoarQuestion } from '../question.ts'

/** What configuration says of commands from SOAR systems. */
export interface SoarPolicyConfig {
  /** The scope that an access token needs. */
  readonly scope: string
  /** Whether `unfreeze_user` is permitted. */
  readonly allowUnfreeze: boolean
}

const SIGNED = decided('permit', 'soar-signature')
const SCOPED = decided('permit', 'soar-scope')
const NOT_SCOPED = decided('forbid', 'soar-scope')
const NO_UNFREEZE = decided('forbid', 'soar-unfreeze')

/**
 * Decides a command of a SOAR system: the signature of a configured caller is enough, an access token needs the scope.
 * Without a configuration nothing is permitted.
 */
export function decideSoar({ action, context }: SoarQuestion, config: SoarPolicyConfig | undefined): PolicyDecision {
  if (config === undefined) return DENIED_BY_DEFAULT
  const isSigned = context.credential === 'signature'
  if (!isSigned && !context.scopes.includes(config.scope)) return NOT_SCOPED
  if (action === 'soar-unfreeze-user' && !config.allowUnfreeze) return NO_UNFREEZE
  return isSigned ? SIGNED : SCOPED
}
