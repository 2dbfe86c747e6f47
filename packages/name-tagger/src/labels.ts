/** What the tagger finds. */
export const NAME_KINDS = ['person', 'place', 'organization', 'address'] as const
export type NameKind = (typeof NAME_KINDS)[number]

/** Labels of tokens: 0 is none, then for each kind the first token of a name and a further one. */
export const LABELS = 1 + 2 * NAME_KINDS.length

/** Labels with weights of their own; none has weight 0 for every feature. */
export const WEIGHTED = LABELS - 1

/** The label of a kind's first token, or of one behind it. */
export function labelOf(kind: number, isFirst: boolean): number {
  return 1 + 2 * kind + (isFirst ? 0 : 1)
}

/** Whether a label is that of a further token of a name. */
export function isFurther(label: number): boolean {
  return label !== 0 && (label & 1) === 0
}

/** Whether a name can go on so: a further token follows only a token of its own kind. */
export function mayFollow(previous: number, next: number): boolean {
  if (!isFurther(next)) return true
  return previous === next || previous === next - 1
}
