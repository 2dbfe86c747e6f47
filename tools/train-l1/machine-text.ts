import type { Random } from '../seeded-random/random.ts'

const SMALL = 'abcdefghijklmnopqrstuvwxyz'
const ALNUM = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${SMALL}0123456789`
const HEX = '0123456789abcdef'

function letters(random: Random, from: number, to: number, alphabet: string): string {
  let text = ''
  for (let i = random.integer(from, to); i > 0; i -= 1) text += alphabet.charAt(random.integer(0, alphabet.length - 1))
  return text
}

function several(random: Random, from: number, to: number, make: () => string, gap: string): string {
  return Array.from({ length: random.integer(from, to) }, make).join(gap)
}

type Maker = (random: Random) => string

/** What machines write and people paste: odd to look at, and no attack. Each kind is a twin of a suffix. */
const KINDS: readonly Maker[] = [
  (random) => `${letters(random, 40, 160, ALNUM)}${random.of(['', '=', '=='])}`,
  (random) => several(random, 2, 6, () => letters(random, 8, 8, HEX), ' '),
  (random) => `$2b$12$${letters(random, 53, 53, `${ALNUM}./`)}`,
  (random) => `-----BEGIN CERTIFICATE----- MII${letters(random, 60, 90, `${ALNUM}+/`)}`,
  (random) => `ssh-ed25519 AAAAC3Nza${letters(random, 50, 60, `${ALNUM}+/`)} ${name(random)}@${name(random)}`,
  (random) =>
    `Exception in thread "main" java.lang.${random.of(['NullPointerException', 'IllegalStateException'])}: ${name(random)}\n\tat com.${name(random)}.${titled(random)}.${name(random)}(${titled(random)}.java:${number(random)})\n\tat com.${name(random)}.${titled(random)}$1.run(${titled(random)}.java:${number(random)})`,
  (random) =>
    `TypeError: Cannot read properties of undefined (reading '${name(random)}')\n    at ${name(random)} (/app/src/${name(random)}.js:${number(random)}:${number(random)})\n    at processTicksAndRejections (node:internal/process/task_queues:95:5)`,
  (random) =>
    `error[E0${number(random)}]: cannot borrow \`*${name(random)}\` as mutable\n --> src/${name(random)}.rs:${number(random)}:9\n  |\n${number(random)} | let ${name(random)} = &mut ${name(random)};`,
  (random) =>
    `@@ -${number(random)},7 +${number(random)},9 @@ fn ${name(random)}()\n- let ${name(random)} = ${number(random)};\n+ let ${name(random)} = ${name(random)}?.${name(random)} ?? [];`,
  (random) =>
    `$\\sum_{${letter(random)}=1}^{\\infty} \\frac{(-1)^{${letter(random)}}}{${number(random)}^{${letter(random)}}\\,\\Gamma(${letter(random)}+1)} \\leq \\left\\lVert ${letter(random)} \\right\\rVert_2$`,
  (random) =>
    `\\begin{tabular}{lrr}\\toprule ${titled(random)} & ${number(random)} & ${number(random)}\\%\\\\ \\midrule ${titled(random)} & -- & $\\pm${number(random)}$\\\\\\bottomrule\\end{tabular}`,
  (random) =>
    several(
      random,
      3,
      8,
      () =>
        `drwxr-xr-x ${number(random)} ${name(random)} staff ${number(random)} Mar ${random.integer(1, 28)} 1${random.integer(0, 9)}:0${random.integer(0, 9)} ${name(random)}.${random.of(['js', 'tar.gz', 'md', 'lock'])}`,
      '\n',
    ),
  (random) =>
    several(
      random,
      3,
      9,
      () => `./${name(random)}/${name(random)}-${number(random)}.${random.of(['test.ts', 'min.js', 'png', 'jsonl'])}`,
      ' ',
    ),
  (random) =>
    `https://${name(random)}.example/${name(random)}?${several(random, 3, 7, () => `${name(random)}=${letters(random, 3, 12, ALNUM)}%2F${number(random)}`, '&')}#${name(random)}`,
  (random) =>
    `${several(random, 2, 5, () => `"${name(random)}","${number(random)}","","${titled(random)}; ${titled(random)}"`, '\n')}`,
  (random) =>
    `{"${name(random)}":{"${name(random)}":[${several(random, 2, 6, () => `{"id":"${letters(random, 6, 8, HEX)}","v":${random.of(['null', 'true', '-1.5e-3', '[]'])}}`, ',')}]}}`,
  (random) =>
    `if(${letter(random)}&&!(${letter(random)}=${letter(random)}[${number(random)}])){for(;${letter(random)}--;)(${letter(random)}|=0)<<${random.integer(1, 8)};return"${name(random)}"in ${letter(random)}?!0:void 0}`,
  (random) =>
    `/^(?!.*\\.\\.)(?<${name(random)}>[\\w.+-]{1,${number(random)}})@(?:[a-z\\d-]+\\.)+[a-z]{2,}(?:\\?[^#\\s]*)?$/i`,
  (random) =>
    `#!/bin/sh\nset -eu; ${name(random).toUpperCase()}="\${1:?usage}"; find . -name '*.${name(random)}' -print0 | xargs -0 -n1 sh -c 'echo "$0" >> /tmp/${name(random)}.$$'`,
  (random) =>
    `1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 ${several(random, 2, 6, () => `${random.integer(7, 40)}. ${random.of(['Qxd5+', 'Nbd7', 'exd4', 'Rfe8#', 'c5!?', 'Kh1'])}`, ' ')}`,
  (random) =>
    several(
      random,
      2,
      4,
      () =>
        random.of([
          'CC(=O)Oc1ccccc1C(=O)O',
          'CN1C=NC2=C1C(=O)N(C(=O)N2C)C',
          'C1=CC=C(C=C1)C(=O)O',
          'OC[C@H]1OC(O)[C@H](O)',
        ]),
      ' . ',
    ),
  (random) => `>${name(random)}_${number(random)}\n${letters(random, 40, 120, 'ACGT')}`,
  (random) =>
    `[${name(random)}@${name(random)} ~]$ ${random.of(['ps aux | grep', 'kubectl get pods -n', 'git log --oneline --', 'docker run --rm -it', 'ls -la'])} ${name(random)}\nroot ${number(random)} 0.0 0.${random.integer(0, 9)} ${number(random)} ? Ssl 0:0${random.integer(0, 9)} /usr/bin/${name(random)} --${name(random)}=${number(random)}`,
  (random) =>
    `CPU: ${number(random)} PID: ${number(random)} Comm: ${name(random)} Not tainted\nRIP: 0010:[<ffffffff${letters(random, 8, 8, HEX)}>] RSP: 0018:${letters(random, 12, 12, HEX)} EFLAGS: 00010${number(random)}`,
  (random) =>
    `${letters(random, 2, 3, ALNUM.slice(0, 26))}-${number(random)}-${letters(random, 4, 4, ALNUM.slice(0, 26))}/${number(random)} rev.${letter(random).toUpperCase()} (lot #${number(random)}; s/n ${letters(random, 8, 12, ALNUM)})`,
  (random) =>
    `(:require [${name(random)}.core :as ${letter(random)}]) (defn ${name(random)} [{:keys [${name(random)} ${name(random)}]}] (->> ${name(random)} (map #(assoc % :${name(random)} (inc (:n %)))) (into {})))`,
  (random) =>
    `main :: IO ()\nmain = mapM_ (\\${letter(random)} -> print $ foldr (.) id [(+${number(random)}), (*2)] <$> ${letter(random)}) =<< traverse ${name(random)} [1..]`,
  () => `++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.`,
  (random) =>
    `|${several(random, 3, 5, () => `${titled(random)} `, '|')}|\n|${several(random, 3, 5, () => ':---:', '|')}|\n|${several(random, 3, 5, () => `\`${name(random)}\``, '|')}|`,
  (random) =>
    several(
      random,
      3,
      8,
      () =>
        random.of([
          ':-)',
          ':D',
          '¯\\_(ツ)_/¯',
          '<3',
          'xD',
          '(╯°□°)╯︵ ┻━┻',
          'o_O',
          '^^',
          ';-P',
          '!!!1!',
          '???',
          '🤣🤣',
          '→',
          '★★★☆☆',
          '#blessed',
          '@everyone',
        ]),
      ' ',
    ),
  (random) => `x ${number(random)} 10 RATIO i=1:n; y(i)=a(:,1)'*b./norm(c+eps); end % ${name(random)}`,
  (random) =>
    `${several(random, 3, 9, () => random.of(['MOV AX,[BX+SI]', 'JNZ 0x4F', 'PUSH {r4,lr}', 'lea rdi,[rip+0x2e]', 'xor eax,eax', 'CMP #$0A', 'bne.n 8000a2c']), '; ')}`,
  (random) => `^XA^FO50,${number(random)}^BY3^BCN,100,Y,N,N^FD${letters(random, 8, 12, ALNUM)}^FS^XZ`,
  (random) =>
    `MSH|^~\\&|${name(random)}|${name(random)}|2026||ADT^A01|${number(random)}|P|2.5\nPID|1||${number(random)}^^^${name(random)}||${titled(random)}^${titled(random)}`,
]

/** Something that a machine wrote. */
export function machineText(random: Random): string {
  return random.of(KINDS)(random)
}

const STEMS =
  'data user cache index parse item node table queue block chunk list view file token render config handler worker client server stream event job order price cart image route field state store test util main core base'.split(
    ' ',
  )

function name(random: Random): string {
  return random.is(0.6) ? random.of(STEMS) : letters(random, 2, 7, SMALL)
}

function titled(random: Random): string {
  const word = name(random)
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function letter(random: Random): string {
  return SMALL.charAt(random.integer(0, 25))
}

function number(random: Random): string {
  return String(random.integer(1, random.of([9, 99, 999, 9_999])))
}
