import { describe, expect, it } from 'vitest'
import { person } from './person.ts'
import { isAmidProgramSigns, isProgramText } from './program-text.ts'

const PROGRAM = `import { Minipass } from 'minipass'

/**
 * Destroys a Zlib stream.
 *
 * @param stream the stream
 */
export function destroy(stream) {
  if (!(stream instanceof Minipass)) return
  stream.close()
}`

const LETTER = `Dear Maria Keller,

thank you for your order (88231). We are sorry for the delay;
the parcel left our house on Monday.

* one desk lamp
* two chairs

Kind regards,
Piet de Vries`

describe('a text', () => {
  it.each([
    ['of a program is one', PROGRAM, true],
    ['with Windows line ends is one', PROGRAM.replaceAll('\n', '\r\n'), true],
    ['of a letter is none', LETTER, false],
    ['of a letter around a few lines of code is none', `${LETTER}\n\nconst a = 1;\nconst b = 2;\n\n${LETTER}`, false],
    [
      'with the names of types in a row is one',
      "  'Contact',\n  'Paths',\n  'Header',\n  'Schema',\n  'Logo',\n",
      true,
    ],
    ['with names of persons in a row is none', '  "Anna",\n  "Bob",\n  "Carla",\n  "Dora",\n  "Emil",\n', false],
    ['of one line is none', 'const user = await find();', false],
    ['without any line is none', '', false],
  ])('%s', (_, text, is) => expect(isProgramText(text)).toBe(is))

  it('has places amid the signs of a program, and others', () => {
    const text = `${'a = f(x); '.repeat(8)}${'and then there were words. '.repeat(8)}`
    expect(isAmidProgramSigns(text, 40, 44)).toBe(true)
    expect(isAmidProgramSigns(text, 240, 244)).toBe(false)
  })
})

describe('a person that rules find in the source of a program', () => {
  const inProgram = (line: string) => {
    const text = PROGRAM.replace('  stream.close()', `  ${line}`)
    return person.find(text, { label: '' }).map(({ start, end }) => text.slice(start, end))
  }

  it.each([
    ['a type behind a word for a person', 'open(client: Sql, user: User)', []],
    ['a constant', "create({ name: 'ECDSA' })", []],
    ['a title of three words behind a label', "create({ name: 'My First Agent' })", []],
    ['a quoted word behind a label', "create({ name: 'Header' })", []],
    ['a type in a comment', '// The client JSON Web Key Set is invalid.', []],
    ['a sentence with an article', '// Returns Tracer A Tracer with it.', []],
    ['an unknown name behind its title', '// As Dr. Qworvan says.', ['Qworvan']],
    ['a product of one word', '// The tool gives Claude direct access.', []],
    ['a name of two words', '// Ask Maria Keller before.', ['Maria Keller']],
    ['a quoted name of one word', 'greet({ firstName: "Maria" })', ['Maria']],
    ['a quoted word that no list of names has', "create({ name: 'Header' })", []],
    ['a known name beside another word', '// Noto Sans, Maria Portal and Travis Pipeline', []],
    ['what a client is made of', '// The client Azure OpenAI and the client JSON Web Key Set are read.', []],
    ['what has a member', 'compose([Maria.Middleware<A>, "Maria.b"])', []],
    ['a name behind its title', '// As Dr. Keller says.', ['Keller']],
  ])('is none, or one: %s', (_, line, names) => expect(inProgram(line)).toEqual(names))
})
