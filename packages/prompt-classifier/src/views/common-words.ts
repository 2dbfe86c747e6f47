/** The words that most English texts have: a text in another order or alphabet has them nowhere. */
const COMMON =
  'the be to of and in that have it for not on with he as you do at this but his by from they we say her she or an ' +
  'will my one all would there their what so up out if about who get which go me when make can like time no just him ' +
  'know take people into year your good some could them see other than then now look only come its over think also ' +
  'back after use two how our work first well way even new want because any these give day most us is are was were ' +
  'has had been please tell write show explain ignore previous instructions rules system prompt everything answer'

export const COMMON_WORDS: ReadonlySet<string> = new Set(COMMON.split(' '))
