import { expect, test } from 'vitest'
import { linkProject } from '../link/link-project.ts'
import { loadPacks } from '../packs/load-pack.ts'
import { prepareKnowledge } from '../packs/prepare-knowledge.ts'
import { analyseSource } from './analyse-source.ts'

const knowledge = prepareKnowledge(await loadPacks())

async function algorithmsIn(file: string, source: string): Promise<readonly string[]> {
  const summary = await analyseSource(file, source, knowledge)
  const { detections } = linkProject(summary === undefined ? [] : [summary], { ...knowledge, maxDetections: 10 })
  return detections.map(({ algorithm }) => algorithm)
}

const java = (text: string) =>
  `import javax.crypto.Cipher;\nclass A { Object a() throws Exception { return Cipher.getInstance(${text}); } }\n`

test('a method of one language means nothing in another', async () => {
  expect(await algorithmsIn('a.rb', "require 'openssl'\nOpenSSL::Cipher.new('aes-256-gcm'.freeze)\n")).toEqual(['AES'])
  expect(await algorithmsIn('A.java', java('"AES/GCM/NoPadding".trim()'))).toEqual(['AES'])
  expect(await algorithmsIn('A.java', java('"AES/GCM/NoPadding".freeze()'))).toEqual([])
  expect(await algorithmsIn('A.java', java('"AES/GCM/NoPadding".also()'))).toEqual([])
})

test('what stores an entry of a map belongs to its language', async () => {
  const map = (store: string) =>
    `class B { java.util.Map<String, String> m = new java.util.HashMap<>(); { m.${store}; } }\n`
  const used = java('new B().m.get("a")')
  expect(await algorithmsIn('A.java', used + map('put("a", "AES")'))).toEqual(['AES'])
  expect(await algorithmsIn('A.java', used + map('TryAdd("a", "AES")'))).toEqual([])
})
