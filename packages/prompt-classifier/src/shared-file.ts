import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

/**
 * The bytes of a file of `model/`, read once: threads that are started afterwards use the same memory. Throws where the
 * file is missing, or cut while it is read.
 */
export function sharedFile(name: string): Uint8Array<SharedArrayBuffer> {
  const key = `sluice.prompt-classifier.${name}`
  const known: unknown = getEnvironmentData(key)
  if (known instanceof SharedArrayBuffer) return new Uint8Array(known)
  const read = readShared(new URL(`../model/${name}`, import.meta.url))
  setEnvironmentData(key, read)
  return new Uint8Array(read)
}

function readShared(file: URL): SharedArrayBuffer {
  const opened = openSync(file, 'r')
  try {
    const bytes = new Uint8Array(new SharedArrayBuffer(fstatSync(opened).size))
    let at = 0
    for (let read = -1; read !== 0; at += read) read = readSync(opened, bytes, at, bytes.length - at, at)
    if (at !== bytes.length) throw new Error('The model of the prompt classifier is cut')
    return bytes.buffer
  } finally {
    closeSync(opened)
  }
}
