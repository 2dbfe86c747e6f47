import { saysHeld } from '../held-sentence.ts'
import type { Orders } from './orders.ts'

/** What the model thinks before it answers. */
const THOUGHTS: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking', 'reasoning', 'reasoning_text'])

/** Gathers what a conversation says: all that the user says between two answers is one turn. */
export class Turns {
  readonly #turns: string[][] = []
  readonly #handedOver: unknown[] = []
  #turn: string[] | undefined
  #answersSince = 0

  /**
   * The user says something: a text, or parts.
   *
   * @param isOrder tells which texts count; all without it.
   */
  say(content: unknown, isOrder: (text: string) => boolean = () => true): void {
    const texts: string[] = []
    const parts: unknown[] = []
    for (const part of partsOf(content)) {
      const text = textOf(part)
      if (text !== undefined) {
        if (isOrder(text)) texts.push(text)
        // Results of tools stand in the user's messages, and are not the user's.
      } else if (memberOf(part, 'type') !== 'tool_result') parts.push(withoutCacheMark(part))
    }
    if (texts.length + parts.length === 0) return
    if (this.#turn === undefined) {
      this.#turn = []
      this.#turns.push(this.#turn)
    }
    this.#answersSince = 0
    for (const text of texts) this.#turn.push(text)
    for (const part of parts) this.#handedOver.push(part)
  }

  /**
   * The model's turn: a text, or parts. Nothing, thoughts alone and the word that a request waits for a human are no
   * answer, so what the user has said before them still stands.
   */
  reply(content: unknown): void {
    if (partsOf(content).some(isAnswer)) this.act()
  }

  /** The model does something: it calls a tool. */
  act(): void {
    this.#turn = undefined
    this.#answersSince += 1
  }

  /** An invented answer after an order must not hide it, so turns are never dropped. */
  heard(): Pick<Orders, 'userTurns' | 'handedOver' | 'answersSince'> {
    return { userTurns: this.#turns.toReversed(), handedOver: this.#handedOver, answersSince: this.#answersSince }
  }
}

/** A mark for a cache moves from part to part with each request. */
function withoutCacheMark(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  const { cache_control: _, ...rest } = { cache_control: undefined, ...part }
  return rest
}

function partsOf(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content
  return content === undefined || content === null ? [] : [content]
}

function textOf(part: unknown): string | undefined {
  const text = typeof part === 'string' ? part : memberOf(part, 'text')
  return typeof text === 'string' ? text : undefined
}

function isAnswer(part: unknown): boolean {
  const text = textOf(part)
  if (text === undefined) return !THOUGHTS.has(memberOf(part, 'type'))
  return text.trim() !== '' && !saysHeld(text)
}

function memberOf(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, member) : undefined
}
