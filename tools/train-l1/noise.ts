import type { Random } from '../seeded-random/random.ts'
import type { Changes, Makers } from './grammar.ts'
import { machineText } from './machine-text.ts'
import { VALUES } from './ordinary-values.ts'
import { bangs, glued, noise, salad, soup } from './soup.ts'

const LEET: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' }

/** Ways to write a text so that a pattern misses it. */
export const CHANGES: Changes = new Map<string, (text: string, random: Random) => string>([
  ['b64', (text) => Buffer.from(text).toString('base64')],
  ['hex', (text) => Buffer.from(text).toString('hex')],
  ['rot', rot13],
  ['rev', (text) => [...text].toReversed().join('')],
  ['spaced', (text) => [...text].join(' ')],
  [
    'leet',
    (text, random) => text.replace(/[aeiost]/g, (letter) => (random.is(0.7) ? (LEET[letter] ?? letter) : letter)),
  ],
  ['appends', (text, random) => calls(text, `${random.of(LISTS)}.append`, '', '\n    ', random)],
  ['pushes', (text, random) => calls(text, `${random.of(['s', 'stack', 'q', 'v'])}.push`, ';', '\n    ', random)],
  [
    'quoted',
    (text, random) =>
      words(text, random)
        .map((word) => `"${word}"`)
        .join(', '),
  ],
])

/** The words of a text in their order, or from the end, or some of them together. */
function words(text: string, random: Random): readonly string[] {
  const all = text.split(' ')
  const kind = random.next()
  if (kind < 0.4) return all
  return kind < 0.8 ? all.toReversed() : text.split(/(?<= \S{1,9}) /)
}

const LISTS = ['words', 'my_list', 'my_stack', 'my_queue', 'stack', 'queue', 'parts', 'items']

function calls(text: string, name: string, end: string, gap: string, random: Random): string {
  return words(text, random)
    .map((word) => `${name}("${word}")${end}`)
    .join(gap)
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
}

function letters(random: Random, from: number, to: number, alphabet: string): string {
  let text = ''
  for (let i = random.integer(from, to); i > 0; i -= 1) text += alphabet.charAt(random.integer(0, alphabet.length - 1))
  return text
}

const SMALL = 'abcdefghijklmnopqrstuvwxyz'
const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function minified(random: Random): string {
  const name = () => letters(random, 1, 2, SMALL)
  const [a, b, c] = [name(), name(), name()]
  const n = random.integer(0, 255)
  return random.of([
    `!function(${a},${b}){var ${c}=${a}.document;for(var i=0;i<${b}.length;i++)${c}[${b}[i]]=${a}(${b}[i]||${n});return ${c}}(this,[${n},"${b}"]);`,
    `const ${a}=(${b})=>${b}?.map((x)=>({...x,${c}:x.${c}??${n}})).filter(Boolean);`,
    `^(?:[a-z0-9._%+-]+@${a}\\.(?:com|org)|\\d{${n % 9},}[A-Z]{2}(?=\\s|$))$`,
    `awk -F'[:,]' '{a[$1]+=$${(n % 7) + 1}} END{for(k in a) print k"="a[k]}' ${b}.csv | sort -t= -k2 -nr`,
    `perl -pe 's/(\\w+)\\s*=\\s*"([^"]*)"/$1: {\\"$2\\"}/g' ${a}.txt > ${b}.json`,
    `\\begin{align} f(${a}) &= \\frac{${n}}{1+e^{-${b}}} \\\\ g &= \\int_0^{${n}} f(t)\\,dt \\end{align}`,
    `{"${a}":[{"${b}":${n},"${c}":null},{"${b}":${n + 1},"t":["x","y\\n"]}],"ok":true}`,
    `.${a}>.${b}:not(:last-child)::after{content:"\\201C";margin:0 ${n}px;background:url(data:image/png;base64,${letters(random, 30, 60, ALNUM)}==)}`,
    `for f in *.${a}; do mv -- "$f" "\${f%.${a}}.${b}"; done && echo $? >/dev/null 2>&1`,
    `SELECT ${a}.*, COUNT(*) AS n FROM "${b}" ${a} LEFT JOIN ${c} ON ${c}.id=${a}.${c}_id WHERE ${a}.x<>${n} GROUP BY 1 HAVING COUNT(*)>${n};`,
  ])
}

function log(random: Random): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const time = `2026-0${random.integer(1, 9)}-${two(random.integer(1, 28))}T${two(random.integer(0, 23))}:${two(random.integer(0, 59))}:${two(random.integer(0, 59))}Z`
  const id = letters(random, 8, 16, '0123456789abcdef')
  return random.of([
    `${time} ERROR [worker-${random.integer(1, 9)}] connect ECONNREFUSED 10.0.${random.integer(0, 255)}.${random.integer(1, 254)}:5432 req=${id}`,
    `${time} INFO  GET /v1/items/${id} 200 ${random.integer(1, 900)}ms "Mozilla/5.0 (X11; Linux x86_64)"`,
    `[${id}] WARN retry ${random.integer(1, 5)}/5 {"op":"flush","bytes":${random.integer(100, 90000)},"err":null}`,
    `Traceback (most recent call last): File "/app/${letters(random, 3, 8, SMALL)}.py", line ${random.integer(1, 900)}, in <module> KeyError: '${letters(random, 2, 6, SMALL)}'`,
    `kernel: [${random.integer(1, 9999)}.${random.integer(1, 999)}] usb 1-${random.integer(1, 4)}: device descriptor read/64, error -${random.integer(1, 99)}`,
    `sha256:${letters(random, 64, 64, '0123456789abcdef')} ${random.integer(1, 99)}MB ${time}`,
  ])
}

/** Slots that no template fills. */
export const MAKERS: Makers = new Map<string, (random: Random) => string>([
  ['soup', soup],
  ['noise', noise],
  ['salad', salad],
  ['glued', glued],
  ['bangs', bangs],
  ['machine', machineText],
  ['minified', minified],
  ['log', log],
  [
    'jwt',
    (random) =>
      `eyJ${letters(random, 30, 40, ALNUM)}.eyJ${letters(random, 40, 120, ALNUM)}.${letters(random, 40, 45, `${ALNUM}_-`)}`,
  ],
  [
    'formula',
    (random) =>
      `${random.integer(2, 9)}x^${random.integer(2, 4)} - ${random.integer(1, 20)}x + (${random.integer(1, 9)}/(x+1)) = ${random.integer(0, 30)}`,
  ],
  ['id', (random) => letters(random, 6, 12, '0123456789abcdef')],
  ...VALUES,
])
