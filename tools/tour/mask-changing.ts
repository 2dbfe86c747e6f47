/** What differs from run to run, and what stands for it when two runs are compared. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID'],
  [/\b([A-Z]+(?:_[A-Z]+)*)_[0-9A-Z]{8,10}(?:_[0-9A-Z]{10})?\b/g, '$1_TOKEN'],
  [/\b[A-Za-z]{3} \d\d \d\d:\d\d:\d\d\b/g, 'TIME'],
  [/[0-9a-f]{16,}/g, 'HEX'],
  [/[A-Za-z0-9+/_-]{24,}={0,2}/g, 'BYTES'],
  // A proof has a hash for each height of the tree, which grows with what has come before it is made.
  [/BYTES(?:\n *BYTES)+/g, 'BYTES'],
  [/;dur=[\d.]+/g, ';dur=MS'],
  [/\d+(?:\.\d+)?/g, 'N'],
]

/** A text in which what differs from run to run has been replaced by what it is. */
export function maskChanging(text: string): string {
  return CHANGING.reduce((masked, [pattern, name]) => masked.replaceAll(pattern, name), text)
}
