import type { Attack } from '../attack.ts'
import { bodyAttacks } from './bodies.ts'
import { CONTROL_PLANE } from './control-plane.ts'
import { ISOLATION } from './isolation.ts'
import { JAILBREAKS } from './jailbreaks.ts'
import { LEAKS } from './leaks.ts'
import { MODEL_SIDE } from './model-side.ts'
import { TOKENS } from './tokens.ts'

/** Every attack, in the order in which they are played: what makes a gateway slow comes last. */
export function allAttacks(patienceMs: number): readonly Attack[] {
  return [...JAILBREAKS, ...LEAKS, ...TOKENS, ...ISOLATION, ...CONTROL_PLANE, ...MODEL_SIDE, ...bodyAttacks(patienceMs)]
}
