import type { Random } from '../seeded-random/random.ts'
import type { Filler } from './grammar.ts'

/** Puts a line into a document with so many paragraphs around it. */
type Carrier = (line: string, filler: Filler, random: Random) => string

/** How many paragraphs, mostly few: texts of every length have attacks and none. */
function some(random: Random): number {
  return random.is(0.6) ? random.integer(0, 3) : random.integer(3, 14)
}

function around(line: string, make: () => string, gap: string, random: Random): string {
  const parts: string[] = []
  for (let i = some(random); i > 0; i -= 1) parts.push(make())
  parts.splice(random.integer(0, parts.length), 0, line)
  return parts.join(gap)
}

const prose = (filler: Filler) => () => filler.slot('prose')

const CARRIERS: Readonly<Record<string, Carrier>> = {
  prose: (line, filler, random) => around(line, prose(filler), random.of([' ', '\n', '\n\n']), random),
  mail: (line, filler, random) =>
    filler.slot('mail_head') + around(line, prose(filler), random.of([' ', '\n\n']), random) + filler.slot('mail_foot'),
  web: (line, filler, random) => {
    const tag = random.of(['p', 'div', 'li', 'span', 'td'])
    const hidden = random.of([
      line,
      `<!-- ${line} -->`,
      `<${tag} style="display:none">${line}</${tag}>`,
      `<${tag}>${line}</${tag}>`,
    ])
    return around(hidden, () => `<${tag}>${filler.slot('prose')}</${tag}>`, '\n', random)
  },
  markdown: (line, filler, random) =>
    around(
      random.of([line, `> ${line}`, `- ${line}`, `**${line}**`, `[//]: # (${line})`]),
      () => random.of(['- ', '', '## ']) + filler.slot('prose'),
      '\n',
      random,
    ),
  code: (line, filler, random) => {
    const comment = random.of([
      `// ${line}`,
      `# ${line}`,
      `/* ${line} */`,
      `"""${line}"""`,
      `-- ${line}`,
      `const note = "${line.replaceAll('"', "'")}"`,
    ])
    return around(comment, () => filler.slot('code_line'), '\n', random)
  },
  table: (line, filler, random) => {
    const sign = random.of([' | ', ',', ';', '\t'])
    const row = (text: string) => [filler.slot('cell'), filler.slot('cell'), text].join(sign)
    return around(row(line), () => row(filler.slot('cell')), '\n', random)
  },
  json: (line, filler, random) => {
    const name = random.of(['text', 'body', 'comment', 'description', 'content', 'note', 'title', 'summary', 'message'])
    const object = (text: string) => ({ id: random.integer(1, 9999), name: filler.slot('person'), [name]: text })
    const list = [object(line)]
    for (let i = some(random); i > 0; i -= 1)
      list.splice(random.integer(0, list.length), 0, object(filler.slot('prose')))
    return JSON.stringify(random.is(0.5) ? { results: list } : list, null, random.is(0.3) ? 2 : 0)
  },
  log: (line, filler, random) =>
    around(`${filler.slot('log').slice(0, 24)} msg="${line}"`, () => filler.slot('log'), '\n', random),
  chat: (line, filler, random) =>
    around(
      `${filler.slot('first_name')}: ${line}`,
      () => `${filler.slot('first_name')}: ${filler.slot('prose')}`,
      '\n',
      random,
    ),
}

const NAMES = Object.keys(CARRIERS)

/** Puts a line into a document of some kind; the same documents carry attacks and what is none. */
export function carry(
  line: string,
  filler: Filler,
  random: Random,
): { readonly text: string; readonly carrier: string } {
  const carrier = random.of(NAMES)
  const text = (CARRIERS[carrier] as Carrier)(line, filler, random)
  return { text: random.is(0.3) ? `${filler.slot('ask_doc')}\n${text}` : text, carrier }
}
