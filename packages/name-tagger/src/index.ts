export type { NameKind } from './labels.ts'
export { loadNameTagger } from './load.ts'
export { readModel } from './model-file.ts'
export { NameTagger, type TaggedName } from './name-tagger.ts'
