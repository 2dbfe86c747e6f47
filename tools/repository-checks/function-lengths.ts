import { type parseSync, Visitor } from 'rolldown/utils'

export interface FunctionLength {
  /** Where its signature begins. */
  readonly line: number
  /** From its signature to its last brace, with the functions inside it; blank lines and test callbacks not counted. */
  readonly lines: number
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Calls that take the body of a test or of a suite of tests. */
const TEST_CALLS = new Set('describe suite it test beforeAll beforeEach afterAll afterEach'.split(' '))

type Program = ReturnType<typeof parseSync>['program']
type Visit = ConstructorParameters<typeof Visitor>[0]
type CallNode = Parameters<NonNullable<Visit['CallExpression']>>[0]
type Expression = CallNode['callee']

/** Measures every function and method of a program. The callbacks of tests are no functions of their own. */
export function functionLengths(program: Program, text: string): FunctionLength[] {
  const { functions, callbacks } = collect(program)
  const lines = text.split('\n')
  const lineOf = lineFinder(lines)
  const count = ({ start, end }: Span) =>
    lines.slice(lineOf(start), lineOf(end) + 1).filter((line) => line.trim() !== '').length
  return functions
    .filter((span) => !callbacks.some(({ start }) => start === span.start))
    .map((span) => {
      const inside = callbacks.filter((callback) => contains(span, callback))
      const outermost = inside.filter((one) => !inside.some((other) => other !== one && contains(other, one)))
      return {
        line: lineOf(span.start) + 1,
        lines: count(span) - outermost.reduce((sum, callback) => sum + count(callback), 0),
      }
    })
}

function collect(program: Program): { functions: Span[]; callbacks: Span[] } {
  const functions: Span[] = []
  const callbacks: Span[] = []
  const note = ({ start, end }: Span) => {
    functions.push({ start, end })
  }
  new Visitor({
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: note,
    CallExpression: (call) => {
      if (!TEST_CALLS.has(rootName(call.callee))) return
      for (const { type, start, end } of call.arguments) {
        if (type === 'ArrowFunctionExpression' || type === 'FunctionExpression') callbacks.push({ start, end })
      }
    },
  }).visit(program)
  return { functions, callbacks }
}

/** The name at the root of a callee: `it` for `it.each([...])`. */
function rootName(callee: Expression): string {
  switch (callee.type) {
    case 'Identifier':
      return callee.name
    case 'MemberExpression':
      return rootName(callee.object)
    case 'CallExpression':
      return rootName(callee.callee)
    case 'TaggedTemplateExpression':
      return rootName(callee.tag)
    default:
      return ''
  }
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}

/** Gives the number of the line, from 0, in which an offset lies. */
function lineFinder(lines: readonly string[]): (offset: number) => number {
  const starts: number[] = []
  let start = 0
  for (const line of lines) {
    starts.push(start)
    start += line.length + 1
  }
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}
