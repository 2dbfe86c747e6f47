import type { Technique } from '../technique.ts'
import { AUTHORITY_CLAIM } from './authority-claim.ts'
import { CODE_WRAPPER } from './code-wrapper.ts'
import { DELIMITER_INJECTION } from './delimiter-injection.ts'
import { ENCODED_PAYLOAD } from './encoded-payload.ts'
import { FICTIONAL_NESTING } from './fictional-nesting.ts'
import { GUARD_REMOVAL } from './guard-removal.ts'
import { INSTRUCTION_OVERRIDE } from './instruction-override.ts'
import { INSTRUCTION_OVERRIDE_TRANSLATED } from './instruction-override-translated.ts'
import { PERSONA } from './persona.ts'
import { PRETEXT } from './pretext.ts'
import { PROMPT_LEAK } from './prompt-leak.ts'
import { PROMPT_LEAK_TRANSLATED } from './prompt-leak-translated.ts'
import { REFUSAL_SUPPRESSION } from './refusal-suppression.ts'

/**
 * Techniques of prompt injection and jailbreak. Signals say what the text tries, never what it is about: a harmful
 * question without a technique is for other layers.
 */
export const TECHNIQUES: readonly Technique[] = [
  INSTRUCTION_OVERRIDE,
  GUARD_REMOVAL,
  INSTRUCTION_OVERRIDE_TRANSLATED,
  PROMPT_LEAK_TRANSLATED,
  PRETEXT,
  PERSONA,
  PROMPT_LEAK,
  FICTIONAL_NESTING,
  REFUSAL_SUPPRESSION,
  AUTHORITY_CLAIM,
  DELIMITER_INJECTION,
  CODE_WRAPPER,
  ENCODED_PAYLOAD,
]
