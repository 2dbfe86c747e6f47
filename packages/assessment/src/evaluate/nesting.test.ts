import { beforeAll, expect, test, vi } from 'vitest'
import { loadPacks } from '../packs/load-pack.ts'
import { type Knowledge, prepareKnowledge } from '../packs/prepare-knowledge.ts'
import { languageOf } from '../parse/languages.ts'
import { analyseSource } from './analyse-source.ts'

let knowledge: Knowledge
beforeAll(async () => {
  knowledge = prepareKnowledge(await loadPacks(['extended']))
})

/** `open` for each level, what is inside, `close` for each level. */
function nest(depth: number, open: (level: number) => string, inside: string, close: string): string {
  return Array.from({ length: depth }, (_, i) => open(i)).join('') + inside + close.repeat(depth)
}

const JAVA = 'MessageDigest.getInstance(x)'
const RUST = 'digest::digest(&digest::SHA256, x)'

/** Choices within choices; whatever is read or run twice at each level would double with each of them. */
const SHAPES: Readonly<Record<string, readonly [file: string, source: (depth: number) => string]>> = {
  'C, if': [
    'a.c',
    (n) =>
      `#include <openssl/evp.h>\nvoid f(char *x) { ${nest(n, (i) => `if (!strcmp(x, "a${i}")) { `, 'EVP_get_digestbyname(x);', '} else { EVP_md5(); }')} }`,
  ],
  'C, conditional': [
    'a.c',
    (n) =>
      `#include <openssl/evp.h>\nvoid f(char *x) { y = ${nest(n, (i) => `!strcmp(x, "a${i}") ? (`, 'EVP_get_digestbyname(x)', ') : EVP_md5()')}; }`,
  ],
  'C#, if': [
    'a.cs',
    (n) =>
      `using System.Security.Cryptography; class A { object F(string x) { ${nest(n, (i) => `if (x == "a${i}") { `, 'return HashAlgorithm.Create(x);', '} else { return MD5.Create(); }')} } }`,
  ],
  'C#, switch': [
    'a.cs',
    (n) =>
      `using System.Security.Cryptography; class A { object F(string x) => ${nest(n, (i) => `x switch { "a${i}" => `, 'HashAlgorithm.Create(x)', ', _ => MD5.Create() }')}; }`,
  ],
  'Go, if': [
    'a.go',
    (n) =>
      `package a\nimport "crypto/aes"\nfunc f(x string) { ${nest(n, (i) => `if x == "a${i}" { `, 'aes.NewCipher(x)', '} else { aes.NewCipher(x) }')} }`,
  ],
  'Java, if': [
    'a.java',
    (n) =>
      `import java.security.*; class A { Object f(String x) { ${nest(n, (i) => `if (x.equals("a${i}")) { `, `return ${JAVA};`, `} else { return ${JAVA}; }`)} } }`,
  ],
  'Java, switch': [
    'a.java',
    (n) =>
      `import java.security.*; class A { Object f(String x) { return ${nest(n, (i) => `switch (x) { case "a${i}" -> `, `${JAVA};`, ` default -> ${JAVA}; }`)}; } }`,
  ],
  'Kotlin, if': [
    'a.kt',
    (n) =>
      `import java.security.MessageDigest\nfun f(x: String) = ${nest(n, (i) => `if (x == "a${i}") (`, JAVA, `) else ${JAVA}`)}\n`,
  ],
  'Kotlin, when': [
    'a.kt',
    (n) =>
      `import java.security.MessageDigest\nfun f(x: String) = ${nest(n, (i) => `when (x) { "a${i}" -> `, JAVA, `; else -> ${JAVA} }`)}\n`,
  ],
  'PHP, if': [
    'a.php',
    (n) =>
      `<?php function f($x) { ${nest(n, (i) => `if ($x == "a${i}") { `, 'openssl_digest($x, $x);', '} else { openssl_digest($x, "md5"); }')} }`,
  ],
  'PHP, match': [
    'a.php',
    (n) =>
      `<?php function f($x) { return ${nest(n, (i) => `match ($x) { "a${i}" => `, 'openssl_digest($x, $x)', ', default => openssl_digest($x, "md5") }')}; }`,
  ],
  'Python, conditional': [
    'a.py',
    (n) =>
      `import hashlib\ndef f(x):\n return ${nest(n, () => '(', 'hashlib.new(x)', ' if x == "a" else hashlib.new("md5"))')}\n`,
  ],
  'Python, if': [
    'a.py',
    (n) =>
      `import hashlib\ndef f(x):\n${Array.from({ length: n }, (_, i) => `${' '.repeat(i + 1)}if x == "a${i}":\n`).join('')}${' '.repeat(n + 1)}return hashlib.new(x)\n`,
  ],
  'Ruby, if': [
    'a.rb',
    (n) =>
      `require 'openssl'\ndef f(x)\n${nest(n, (i) => `if x == "a${i}"\n`, 'OpenSSL::Digest.new(x)\n', 'else\nOpenSSL::Digest.new("md5")\nend\n')}end\n`,
  ],
  'Rust, if': [
    'a.rs',
    (n) => `use ring::digest; fn f(x: &str) { ${nest(n, (i) => `if x == "a${i}" { `, RUST, `} else { ${RUST} }`)} }`,
  ],
  'Rust, if let': [
    'a.rs',
    (n) =>
      `use ring::digest; fn f(x: &str) { ${nest(n, (i) => `if let Some(y${i}) = x { `, RUST, `} else { ${RUST} }`)}; }`,
  ],
  'Rust, match': [
    'a.rs',
    (n) => `use ring::digest; fn f(x: &str) { ${nest(n, (i) => `match x { "a${i}" => `, RUST, `, _ => ${RUST} }`)} }`,
  ],
  'Swift, if': [
    'a.swift',
    (n) =>
      `import CryptoKit\nfunc f(x: String) -> Any { ${nest(n, (i) => `if x == "a${i}" { `, 'return SHA256.hash(data: x)', '} else { return SHA512.hash(data: x) }')} }\n`,
  ],
  'TypeScript, conditional': [
    'a.ts',
    (n) =>
      `import crypto from 'crypto'; function f(x) { return ${nest(n, (i) => `x === "a${i}" ? (`, 'crypto.createHash(x)', ') : crypto.createHash("md5")')} }`,
  ],
}

async function lookUps(file: string, source: string): Promise<number> {
  const rules = knowledge.rules.get(languageOf(file)?.name ?? '')
  if (rules === undefined) throw new Error(`${file} is of no known language`)
  const find = vi.spyOn(rules, 'find')
  try {
    await analyseSource(file, source, knowledge)
    return find.mock.calls.length
  } finally {
    find.mockRestore()
  }
}

test.each(Object.entries(SHAPES))('twice as deep is twice the work: %s', async (_, [file, source]) => {
  const [shallow, deep] = [await lookUps(file, source(6)), await lookUps(file, source(12))]
  expect(shallow).toBeGreaterThan(0)
  expect(deep / shallow).toBeLessThan(4)
})
