import { readFileSync } from 'node:fs'
import { readModel } from './model-file.ts'
import { NameTagger } from './name-tagger.ts'

let shipped: NameTagger | undefined

/** The tagger with the model that ships with it (6 MB), read once a thread. Throws where the file is missing or cut. */
export function loadNameTagger(): NameTagger {
  shipped ??= new NameTagger(readModel(readFileSync(new URL('../model/names.bin', import.meta.url))))
  return shipped
}
