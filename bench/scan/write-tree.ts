import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface TreeOptions {
  readonly files: number
  /** About how long each file is. */
  readonly fileBytes: number
  /** Of a hundred files so many use cryptography, from 0 to 100. */
  readonly cryptoPercent: number
  /** Of every so many methods of theirs one does. */
  readonly cryptoEveryMethod: number
  /** `java` or `go`. */
  readonly language: string
}

const FILES_IN_FOLDER = 100

/** Writes a made-up source tree: the same one for the same options. */
export async function writeTree(root: string, options: TreeOptions): Promise<void> {
  const { files, cryptoPercent, language } = options
  const write = language === 'go' ? goFile : javaFile
  for (let i = 0; i < files; i += 1) {
    const folder = join(root, `src/part${Math.floor(i / FILES_IN_FOLDER)}`)
    if (i % FILES_IN_FOLDER === 0) await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `Unit${i}.${language}`), write(i, (i * cryptoPercent) % 100 < cryptoPercent, options))
  }
}

function javaFile(number: number, usesCrypto: boolean, { fileBytes, cryptoEveryMethod }: TreeOptions): string {
  const methods: string[] = []
  let length = 0
  for (let i = 0; length < fileBytes - 900; i += 1) {
    const method = javaMethod(number, i, usesCrypto && i % cryptoEveryMethod === 0)
    methods.push(method)
    length += method.length
  }
  const imports = usesCrypto ? 'import javax.crypto.Cipher;\nimport java.security.KeyPairGenerator;\n' : ''
  return `package acme.part${number};\n\nimport java.util.*;\n${imports}\n/** Orders and their positions. */\npublic class Unit${number} {\n  private final Map<String, List<Integer>> positions = new HashMap<>();\n\n${methods.join('\n')}}\n`
}

function javaMethod(number: number, i: number, usesCrypto: boolean): string {
  const crypto = usesCrypto
    ? `    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");\n    KeyPairGenerator pairs = KeyPairGenerator.getInstance("RSA");\n    pairs.initialize(2048);\n`
    : ''
  return `  /** Adds what the customer ordered, and gives the number of positions. */
  public int add${i}(String customer, int amount) throws Exception {
${crypto}    List<Integer> known = positions.computeIfAbsent(customer, key -> new ArrayList<>());
    for (int place = 0; place < amount; place++) {
      if (place % ${(number % 7) + 2} == 0 && known.size() < ${i + 10}) {
        known.add(place * ${i + 1});
      } else {
        known.remove(Integer.valueOf(place));
      }
    }
    String message = String.format("%s ordered %d of unit ${number}", customer, known.size());
    return message.length() + known.stream().mapToInt(Integer::intValue).sum();
  }
`
}

function goFile(number: number, usesCrypto: boolean, { fileBytes, cryptoEveryMethod }: TreeOptions): string {
  const functions: string[] = []
  let length = 0
  for (let i = 0; length < fileBytes - 500; i += 1) {
    const one = goFunction(number, i, usesCrypto && i % cryptoEveryMethod === 0)
    functions.push(one)
    length += one.length
  }
  const imports = usesCrypto ? '\t"crypto/aes"\n\t"crypto/rand"\n\t"crypto/rsa"\n' : ''
  return `package part\n\nimport (\n${imports}\t"fmt"\n\t"sort"\n)\n\n${functions.join('\n')}`
}

function goFunction(number: number, i: number, usesCrypto: boolean): string {
  const crypto = usesCrypto
    ? '\tblock, err := aes.NewCipher(make([]byte, 32))\n\tpair, err := rsa.GenerateKey(rand.Reader, 2048)\n\tfmt.Println(block, pair, err)\n'
    : ''
  return `// Add${number}x${i} adds what the customer ordered.
func Add${number}x${i}(positions map[string][]int, customer string, amount int) int {
${crypto}\tknown := positions[customer]
\tfor place := 0; place < amount; place++ {
\t\tif place%${(number % 7) + 2} == 0 && len(known) < ${i + 10} {
\t\t\tknown = append(known, place*${i + 1})
\t\t}
\t}
\tsort.Ints(known)
\tpositions[customer] = known
\tmessage := fmt.Sprintf("%s ordered %d of unit ${number}", customer, len(known))
\treturn len(message) + len(known)
}
`
}
