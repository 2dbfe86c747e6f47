/** What an opening phrase begins with: "at night", "when you are ready", "tomorrow". One bit each. */
export const OPENS = {
  /** Nouns follow: "during lunch". */
  phrase: 1 << 0,
  /** A clause follows: "since nobody objects". */
  clause: 1 << 1,
  /** Nothing has to follow: "otherwise". */
  alone: 1 << 2,
  /** What follows names where the order acts: "among the users". */
  place: 1 << 3,
} as const

type Opening = keyof typeof OPENS

/** The words by what may follow them, with spaces between them. One may stand in several. */
type OpeningList = Readonly<Record<Opening, string>>

/** In the order of the bits of their languages, which begin with the words of every language. */
export const OPENINGS: readonly OpeningList[] = [
  { phrase: '', clause: '', alone: '', place: '' },
  {
    phrase:
      'at in on by during within without despite among amongst between toward towards beside besides unlike like from for with under over through throughout per across around inside outside following upon against after before until till since every next this each tonight tomorrow above below behind beyond given regardless notwithstanding thanks due as to',
    clause:
      'when whenever where wherever if once because unless while although though as after before until till since',
    alone: 'else otherwise instead wow tonight tomorrow meanwhile therefore hence thus',
    place: 'in on from for with among amongst between across inside of beside under through throughout against given',
  },
  {
    phrase:
      'am im in an nach vor während ohne bis bei beim ab trotz jede jeden nacht morgen abend mittag nachmittag zum zur um mit für gegen innerhalb über',
    clause: 'wenn falls sobald weil da obwohl nachdem bevor',
    alone: 'nacht morgen abend mittag nachmittag nachts abends morgens mittags sonst andernfalls ansonsten stattdessen',
    place: 'im in an am zum zur mit für bei beim innerhalb',
  },
  {
    phrase: 'durante por en esta este hoy mañana después antes sin tras desde al a para con cada según hasta',
    clause: 'cuando si porque aunque mientras',
    alone: 'mañana noche entonces',
    place: 'en con para de a por',
  },
  {
    phrase:
      'pendant durant après avant sans dès ce cette demain chaque malgré à au en dans avec depuis pour lors jusqu',
    clause: 'quand si lorsque puisque comme',
    alone: 'demain sinon',
    place: 'dans avec pour en sur',
  },
  {
    phrase: 'durante dopo prima senza entro stanotte stasera domani ogni alle a in nel nella con per da di fino dal',
    clause: 'quando se poiché appena',
    alone: 'stanotte stasera domani altrimenti',
    place: 'in nel nella con per da di dal',
  },
  {
    phrase: 'durante depois antes sem após amanhã esta à até na no em com para às hoje cada de',
    clause: 'quando se porque embora',
    alone: 'amanhã senão hoje',
    place: 'em na no com para de',
  },
]
