import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { readModel } from './model-file.ts'
import { NameTagger } from './name-tagger.ts'

/** Where a thread leaves the model for the threads that it starts. */
const SHARED = 'sluice.name-tagger.model'

let shipped: NameTagger | undefined

/**
 * The tagger with the model that ships with it, read once: threads that are started afterwards use the same memory.
 * Throws where the file is missing or cut.
 */
export function loadNameTagger(): NameTagger {
  shipped ??= new NameTagger(readModel(new Uint8Array(sharedBytes())))
  return shipped
}

function sharedBytes(): SharedArrayBuffer {
  const known: unknown = getEnvironmentData(SHARED)
  if (known instanceof SharedArrayBuffer) return known
  const read = readShared(new URL('../model/names.bin', import.meta.url))
  setEnvironmentData(SHARED, read)
  return read
}

function readShared(file: URL): SharedArrayBuffer {
  const opened = openSync(file, 'r')
  try {
    const bytes = new Uint8Array(new SharedArrayBuffer(fstatSync(opened).size))
    let at = 0
    for (let read = -1; read !== 0; at += read) read = readSync(opened, bytes, at, bytes.length - at, at)
    if (at !== bytes.length) throw new Error('The model of the name tagger is cut')
    return bytes.buffer
  } finally {
    closeSync(opened)
  }
}
