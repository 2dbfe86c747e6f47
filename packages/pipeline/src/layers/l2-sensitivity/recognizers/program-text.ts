/** Of so many lines, and of this share of all, a program is made. */
const LEAST_LINES = 5
const LEAST_SHARE = 0.3

/** How a line of a program ends, or begins: `}`, `import`. Lines of a comment are between its signs. */
const LINE_END = /(?:[;{}]|=>|\(\)|\),?|\w>\],?|>\($)$/
const LINE_BEGIN =
  /^(?:(?:import|export|declare|const|let|var|function|class|interface|def|return|else|func|impl) |if \(|for \(|#include|\/\/|@\w|'\w{1,40}',?$|\w+: \[?\w+[.<])/
const WORD = /\w/

/** Whether a text is the source of a program: many of its lines are written as in one. Linear. */
export function isProgramText(text: string): boolean {
  let [lines, ofProgram] = [0, 0]
  let inComment = false
  for (const written of text.split('\n')) {
    const line = written.trim()
    if (line.startsWith('/*')) inComment = true
    // A brace alone, or a rule of dashes, belongs to whatever stands around.
    if (WORD.test(line)) {
      lines += 1
      if (inComment || LINE_END.test(line) || LINE_BEGIN.test(line)) ofProgram += 1
    }
    if (line.endsWith('*/')) inComment = false
  }
  return ofProgram >= LEAST_LINES && ofProgram >= lines * LEAST_SHARE
}

/** How far around a place a program is looked for, in UTF-16 code units, and how many of its signs make one. */
const REACH = 80
const SIGNS = 8

/** Whether the signs around a place are those of a program. */
export function isAmidProgramSigns(text: string, start: number, end: number): boolean {
  const around = text.slice(Math.max(0, start - REACH), end + REACH)
  return (around.match(/[;=(){}]/g) ?? []).length >= SIGNS
}

/** Whether a member of what is named follows: `Koa.Middleware`. */
export function isOfMember(text: string, end: number): boolean {
  return /^[.<]\p{L}/u.test(text.slice(end, end + 3))
}
