/** What is known of a library's object, or of a use, beside its place. */
export const ATTRIBUTES = [
  'algorithm',
  'keySize',
  'curve',
  'mode',
  'padding',
  'hash',
  'parameterSet',
  'protocol',
  'byteLength',
  'use',
] as const
export type AttributeName = (typeof ATTRIBUTES)[number]
