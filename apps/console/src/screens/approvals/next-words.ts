import type { OwnApproval } from '../../api/own-approvals.ts'

interface NextWords {
  /** Sentences, the nearest thing first. */
  readonly words: readonly string[]
  /** What stands before the moment at which this state ends by itself, where that matters. */
  readonly end?: string
}

type Standing = Pick<OwnApproval, 'state' | 'waits' | 'model' | 'failure'>

/** Tells a requester what happens next with a held request. */
export function nextWords({ state, waits, model, failure }: Standing): NextWords {
  const isAnswer = waits === 'answer'
  switch (state) {
    case 'pending':
      return {
        words: [
          isAnswer
            ? `${model} has answered, and its answer would act. Others have to agree before you get it.`
            : `Others have to agree before it is sent to ${model}. Nothing has left so far.`,
          'You need not wait here, and need not ask again: the same order stands once, however often it is sent.',
        ],
        end: 'If nobody decides, it expires',
      }
    case 'approved':
      return {
        words: [
          isAnswer ? 'Enough people agree. The answer is given out next.' : `Enough people agree. It is sent next.`,
        ],
        end: 'If no worker takes it, it expires',
      }
    case 'started':
      return {
        words: [isAnswer ? 'The answer is being given out.' : `${model} is being asked. The answer appears here.`],
      }
    case 'done':
      return { words: ['It is answered. Nothing more happens.'], end: 'The answer is deleted' }
    case 'denied':
      return {
        words: [
          isAnswer ? 'Somebody denied it: the answer is not given out.' : 'Somebody denied it: it was not sent.',
          'The same order is refused for now. Ask whoever decides in your organization.',
        ],
        end: 'The same order may be asked again',
      }
    case 'expired':
      return {
        words: [
          isAnswer
            ? 'Nobody decided in time: the answer is not given out.'
            : 'Nobody decided in time: it was not sent.',
          'Ask again if you still need it.',
        ],
      }
    case 'failed':
      return {
        words: [
          failure === 'execution_uncertain'
            ? `It was sent, and nobody knows whether ${model} has answered. Look at what it was to do before you ask again.`
            : `It failed${failure === undefined ? '' : ` (${failure})`}.`,
          'Those who decide may approve it anew.',
        ],
        end: 'It can be approved anew; that ends',
      }
  }
}
