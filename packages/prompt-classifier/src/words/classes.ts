/** What a word can do in an attack. The places are those of the bits; the model is trained on them. */
export const CLASSES = [
  'setAside',
  'prior',
  'rules',
  'inner',
  'reveal',
  'secret',
  'limits',
  'without',
  'persona',
  'machine',
  'now',
  'refuse',
  'harm',
  'send',
  'answer',
  'must',
  'fiction',
  'authority',
  'encode',
  'data',
  'forbidden',
  'destroy',
  'about',
  'you',
] as const

/** Words of one language by class, parted by spaces; `*` stands for any end. Small letters, folded. */
export type ClassWords = Partial<Readonly<Record<(typeof CLASSES)[number], string>>>
