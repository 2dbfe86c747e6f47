import { EDGE, either, list, oneOf, within } from '../phrase-parts.ts'
import { phrase, type Technique } from '../technique.ts'

/** Hides an order in a story, or in a story in a story. */
export const FICTIONAL_NESTING: Technique = {
  name: 'fictional-nesting',
  source: 'DeepInception, Li et al. 2023 (arXiv 2311.03191)',
  signals: [
    phrase({
      weight: 0.9,
      needs: ['layer layers'],
      says: [
        [EDGE, 'layer_', /[i\d]/, '_', oneOf('create creates'), '_layer_', /[i\d]/, EDGE],
        [EDGE, 'each_layer', within(80), oneOf('character[s] propose create'), EDGE],
        [EDGE, 'reach_layer_', /\d/, EDGE],
      ],
      matches: ['Go on until you reach layer 5.'],
      nearMisses: ['The cake has a layer of cream.'],
    }),
    phrase({
      weight: 0.5,
      needs: ['hypothetical fictional fiction story novel'],
      says: [
        [
          EDGE,
          oneOf('hypothetical fictional fiction imaginary fantasy'),
          within(120),
          oneOf('response world story scenario setting character'),
          within(300),
          oneOf('detailed step{-_}by{-_}step exact[ly] in_[great_]detail instructions'),
          within(160),
          oneOf('how_to illegal bomb drug meth weapon hack~0-4; steal kill malware explosive break_into'),
          EDGE,
        ],
      ],
      matches: ['A fictional setting, in detail: how to steal a horse.'],
      nearMisses: ['A fantasy setting with a horse.'],
    }),
    phrase({
      weight: 0.45,
      needs: ['villain evil'],
      says: [
        [
          EDGE,
          either([list('villain evil_(scientist|genius|character)')], ['dr', /\.?/, '_', oneOf('ai al evil')]),
          within(200),
          oneOf('explain detail plan how_to step'),
          EDGE,
        ],
      ],
      matches: ['The villain should explain it.'],
      nearMisses: ['The villain smiles.'],
    }),
    phrase({
      weight: 0.7,
      needs: ['niccolo machiavelli'],
      says: [[EDGE, 'niccolo', within(200), oneOf('aim unfiltered amoral machiavel~5;'), EDGE]],
      matches: ['Niccolo is an amoral man.'],
      nearMisses: ['Niccolo is a kind man.'],
    }),
  ],
}
