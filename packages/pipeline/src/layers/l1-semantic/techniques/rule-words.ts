import { oneOf } from '../phrase-parts.ts'

/** To take away. */
export const IGNORE = oneOf(
  'ignor(e|ing) disregard[ing] forget[ting] overrid(e|ing) neglect bypass[ing] discard drop',
  'skip overlook dismiss cancel delete erase let_go_of pay_no_attention_to',
  "do_not_(follow|obey) don't_(follow|obey) stop_following abandon void",
)
/** What was said before. */
export const PRIOR = oneOf(
  'previous prior above earlier preceding former initial original existing past system',
  'developer old first given',
)
/** What the model goes by. */
export const RULES = oneOf(
  'instruction[s] prompt[s] rule[s] guideline[s] direction[s] directive[s] command[s]',
  'order[s] polic(y|ies) constraint[s] programming context training message[s] text task[s]',
  'assignment[s] input information conversation[s] restriction[s] document[s]',
)
/** What keeps it from harm. */
export const SAFETY = oneOf(
  "safety content ethic[s|al] moral[s|ity] security openai['s] censorship filter[s|ing]",
  'restriction[s] limitation[s] guard[_]rail[s] safeguard[s] constraint[s] moderation',
  'polic(y|ies) guideline[s] alignment rules',
)
