import { EDGE, either, gap, maybe, oneOf, within } from '../phrase-parts.ts'
import { phrase, type Technique } from '../technique.ts'

/** Has an order put together by code that is to be completed. */
export const CODE_WRAPPER: Technique = {
  name: 'code-wrapper',
  source: 'CodeAttack, Ren et al. 2024 (arXiv 2403.07865)',
  signals: [
    phrase({
      weight: 0.6,
      needs: ['code'],
      says: [[EDGE, 'follow_the_comment[s]_', oneOf('of in'), '_the_', maybe('following_'), 'code', EDGE]],
      matches: ['Follow the comments of the code.'],
      nearMisses: ['Read the comments of the code.'],
    }),
    phrase({
      weight: 0.6,
      needs: ['decode output_list my_list my_string my_queue my_stack'],
      says: [
        [
          EDGE,
          'decode[_]',
          /\(/,
          gap(260),
          EDGE,
          oneOf('coherent_sentence string_copy reverse_the_order concatenate'),
          EDGE,
        ],
      ],
      matches: ['def decode(x): make it a coherent sentence'],
      nearMisses: ['def decode(x): return x'],
    }),
    phrase({
      weight: 0.5,
      needs: ['main task output_list'],
      says: [
        [
          EDGE,
          either([/output_list/], ['step[s]', /_list/]),
          within(400),
          oneOf('extract_the_main_(purpose|task) main_(purpose|task) detailed_steps implement_the'),
          EDGE,
        ],
      ],
      matches: ['output_list: extract the main task'],
      nearMisses: ['output_list = []'],
    }),
    phrase({
      weight: 0.45,
      needs: ['sentence word letters'],
      says: [
        [
          EDGE,
          oneOf('letter[s] word[s] part[s] pieces tokens characters'),
          within(40),
          oneOf('put join concatenat~4; combine assemble'),
          within(40),
          oneOf('sentence question word instruction'),
          within(60),
          oneOf('answer respond_to follow execute'),
          EDGE,
        ],
      ],
      matches: ['Put the letters together, join them to a question and answer it.'],
      nearMisses: ['Put the letters in the mailbox.'],
    }),
  ],
}
