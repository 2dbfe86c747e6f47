import type { Branch, Edit, Group } from './groups.ts'
import type { Bracket, Token } from './tokens.ts'

interface Place {
  readonly start: number
  readonly end: number
}

/**
 * Makes all branches of a conditional group readable together. Where each of them is whole statements, the directives
 * stay for the grammar; else they go, and what stands between the branches says how they are joined: `||` between
 * values, `;` between beginnings of statements. Brackets that only one branch has are taken from the later ones.
 */
export function settleGroup({ before, branches }: Group, endif: Place, edits: Edit[]): void {
  const filled = branches.filter(({ first }) => first !== undefined)
  const isBalanced = branches.every((branch) => branch.after === branch.before)
  const [head] = branches
  const isInline = head?.before?.isInline === true
  const startsStatement = !isInline && isBoundary(before)
  if (isBalanced && startsStatement && filled.every(isWhole)) {
    for (const [i, { start, end }] of branches.entries()) {
      const isLast = i === branches.length - 1
      edits.push({ start, end, text: i === 0 ? '#if 1' : isLast ? '#else' : '#elif 1' })
    }
    edits.push({ ...endif, text: '#endif' })
    return
  }
  edits.push({ ...endif, text: '' })
  for (const [i, branch] of branches.entries()) {
    const previous = branches.slice(0, i).findLast(({ first }) => first !== undefined)
    const text = isBalanced
      ? separator(previous, branch, { isInline, startsStatement, edits })
      : separatorOfParts(previous, branch, startsStatement)
    edits.push({ start: branch.start, end: branch.end, text })
    if (!isBalanced && previous !== undefined) cutBrackets(branch, edits)
  }
}

function isBoundary(token: Token | undefined): boolean {
  return token === undefined || /^[;{}:]$/.test(token.text)
}

function isWhole({ first, last }: Branch): boolean {
  return first?.text !== 'else' && first?.text !== '{' && isBoundary(last)
}

interface Around {
  readonly isInline: boolean
  readonly startsStatement: boolean
  readonly edits: Edit[]
}

function separator(previous: Branch | undefined, branch: Branch, { isInline, startsStatement, edits }: Around): string {
  const last = previous?.last
  if (last === undefined || branch.first === undefined || !beginsValue(branch.first)) return ''
  if (startsStatement) return isBoundary(last) || last.text === 'else' ? '' : ';'
  if (last.text === '}' && branch.first.text === '{') return isInline ? ',' : ''
  if (endsValue(last)) return '||'
  if (isInline || last.text !== ';') return ''
  edits.push({ start: last.at, end: last.end, text: '' })
  return '||'
}

function separatorOfParts(previous: Branch | undefined, branch: Branch, startsStatement: boolean): string {
  const last = previous?.last
  if (last === undefined || branch.first === undefined || !startsStatement) return ''
  return previous?.after?.text === '(' || /^[;{},(]$/.test(last.text) ? '' : ';'
}

function endsValue({ kind, text }: Token): boolean {
  return kind === 'word' || kind === 'literal' || text === ')' || text === ']' || text === '}'
}

function beginsValue({ kind, text }: Token): boolean {
  return kind === 'word' || kind === 'literal' || kind === 'open' || /^[&*!~]$/.test(text)
}

/** The first branch keeps its brackets; those of the others would open or close the same thing once more. */
function cutBrackets(branch: Branch, edits: Edit[]): void {
  for (const { at } of branch.closes) edits.push({ start: at, end: at + 1, text: '' })
  const opens: Bracket[] = []
  const floor = Math.min(branch.low, branch.before?.depth ?? 0)
  for (let one = branch.after; one !== undefined && one.depth > floor; one = one.parent) opens.push(one)
  const hasParenthesis = opens.some(({ text }) => text === '(')
  for (const { at, text } of opens) {
    const followsKeyword = branch.words.some(({ end }) => end <= at && at - end <= 1)
    edits.push({ start: at, end: at + 1, text: text === '{' ? ';' : followsKeyword ? '' : ',' })
  }
  if (hasParenthesis) for (const { at, end } of branch.words) edits.push({ start: at, end, text: '' })
}
