import { signal, type Technique } from './technique.ts'

const PRIOR =
  '(?:previous|prior|above|earlier|preceding|former|initial|original|existing|past|system|developer|old|first|given)'
const RULES =
  '(?:instructions?|prompts?|rules?|guidelines?|directions?|directives?|commands?|orders?|polic(?:y|ies)|constraints?|programming|context|training|messages?|text|tasks?|assignments?|input|information|conversations?|restrictions?|documents?)'
const SAFETY =
  "(?:safety|content|ethic(?:s|al)?|moral(?:s|ity)?|security|openai(?:'s)?|censorship|filter(?:s|ing)?|restrictions?|limitations?|guard ?rails?|safeguards?|constraints?|moderation|polic(?:y|ies)|guidelines?|alignment|rules)"
const IGNORE =
  "(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|neglect|bypass(?:ing)?|discard|drop|skip|overlook|dismiss|cancel|delete|erase|let go of|pay no attention to|do not (?:follow|obey)|don't (?:follow|obey)|stop following|abandon|void)"

/** What the writer said about a topic of their own, which they may take back. Rules are no such topic. */
const OWN_TOPIC = `(?:(?:all|any|everything|anything|what|whatever)(?: that)? (?:i|we)(?:'ve| have| had)?(?: just)? (?:said|told you|wrote|mentioned|asked|discussed)(?: (?:earlier|before|above))? (?:about|regarding|concerning|on) (?!.{0,40}\\b${RULES}\\b))`
/** "Start over with a new topic": a new beginning, where nothing is said about rules. */
const NEW_TOPIC = `(?:everything|all|what|anything)(?: \\w{1,12}){0,4} and (?:start|begin) (?:over|again|afresh|anew|fresh)(?: with| on)? (?:a |an )?(?:new|different|another) (?:topic|subject|theme|question)\\b(?!.{0,120}\\b(?:${RULES}|you)\\b)`
/** "Ignore all" that ends there, or goes on to the model's own: "all whitespace" is about something else. */
const NO_OBJECT = `(?=(?: ?(?:$|[^\\w ])| (?:and|but|or|then|now|you|your|this|that|it|the above|of (?:this|that|it|these|those|your|the above)|above|before|so|text|context|other|others|else|previous|prior|past|earlier|preceding|former|existing|${RULES}|${SAFETY})\\b))`

/** Taking away the model's instructions (OWASP LLM01:2025) or its guards. */
export const OVERRIDE_TECHNIQUES: readonly Technique[] = [
  {
    name: 'instruction-override',
    signals: [
      signal(
        0.8,
        'task tasks instructions challenge assignment question',
        /\b(?:well done|very good|great job|good job|excellent|congratulations|perfect|amazing|that was ok|that is done|that's done)\b.{0,80}\b(?:now|next)\b.{0,50}\b(?:new|following|more|further|other|another|different) (?:\w{1,10} )?(?:tasks?|assignments?|instructions?|challenges?|questions?)\b|\b(?:remove|leave|put) all (?:previous|prior|earlier) (?:\w{1,12} ){0,2}(?:out of your (?:head|mind)|behind)/,
      ),
      signal(
        0.9,
        'ignore ignoring disregard disregarding forget override overriding neglect bypass discard drop skip overlook dismiss cancel erase delete let pay follow obey following abandon void',
        new RegExp(
          `\\b${IGNORE} (?:\\w{1,12} ){0,4}?(?:(?:all|any|every|each|everything|the|your|my|of|these|those|this|that) ){0,4}${PRIOR} (?:[\\w,/]{1,16} ){0,4}?${RULES}(?!(?<=\\b(?:messages?|conversations?|documents?)) about )`,
        ),
      ),
      signal(
        0.85,
        'ignore disregard forget override neglect',
        new RegExp(
          `\\b(?:ignore|disregard|forget|override|neglect) (?!${OWN_TOPIC}|${NEW_TOPIC})(?:all|any|everything|anything|what|whatever)(?: \\w{1,12}){0,4} (?:above|before|prior|previously|earlier|so far|until now|up to now|told|said|learned|know|discussed|wrote|instructed)\\b`,
        ),
      ),
      signal(
        0.85,
        'ignore disregard forget neglect override',
        /\b(?:ignore|disregard|forget|neglect|override) (?:all )?(?:of )?(?:your|the|these|those|my|all|any)? ?(?:\w{1,12} )?(?:instructions?|programming|directives?|guidelines|prompts?|rules|orders|assignments)\b/,
      ),
      signal(
        0.8,
        'ignore disregard forget',
        new RegExp(
          `(?:^|[.!?:"] ?)(?:now |please |and |okay,? |ok,? |so )?(?:ignore|disregard|forget) (?!${OWN_TOPIC}|${NEW_TOPIC})(?:everything|all${NO_OBJECT}|it all|that all|all that|the above|all above|all of (?:this|that|the above)|about (?:all|everything|that|it))\\b`,
        ),
      ),
      signal(
        0.6,
        'new',
        /\b(?:your|here (?:are|is)|follow(?:ing)?|these) (?:are )?(?:the )?(?:your )?new (?:instructions?|rules|orders|directives?|system prompt)\b|\bnew (?:instructions?|system prompt|directive) ?:/,
      ),
      signal(
        0.5,
        'stop cease',
        /\b(?:stop|cease) (?:being|acting as|following|what you are doing)\b.{0,40}\b(?:instead|now|instructions|ai)\b/,
      ),
      signal(
        0.7,
        'instead',
        /\binstead of (?:following|doing|obeying) (?:your|the|these|any) (?:\w{1,12} )?(?:instructions?|rules|task|guidelines)/,
      ),
      signal(
        0.75,
        'unlock override admin debug maintenance root god',
        /\b(?:admin|debug|maintenance|root|god|sudo|override|unrestricted|unlocked|unfiltered|jailbreak|diagnostic) (?:mode|access|override|privileges)\b.{0,60}\b(?:enabled?|activat\w{1,4}|granted|engaged?|on|now|unlocked)\b|\b(?:enter|enable|activate|switch to|engage|unlock|go into) (?:the |your |a |an )?(?:admin|debug|maintenance|root|god|developer|dev|dan|jailbreak|unrestricted|unfiltered|unsafe|diagnostic|sudo|evil|chaos|opposite) ?mode\b/,
      ),
    ],
  },
  {
    name: 'guard-removal',
    signals: [
      signal(
        0.82,
        'openai openal open policies policy rules',
        /\b(?:normal |all )?open ?a[il](?:'s)?(?: \w{1,12}){0,3} (?:rules|polic(?:y|ies)|guidelines|restrictions|limits|terms)\b.{0,60}\b(?:don't apply|do not apply|no longer|not apply|have been (?:replaced|lifted|removed)|doesn't matter|anymore|are void)\b|\b(?:not limited (?:to|by)|free (?:of|from)|no longer (?:confined|bound|limited|restricted)(?: to| by)?|not bound (?:to|by)|not confined to|ignor(?:e|es|ing)|bypass(?:es|ing)?|without|break(?:s|ing)?|doesn't follow|does not follow|outside(?: of)?) (?:\w{1,12} ){0,5}?open ?a[il](?:'s)?(?: \w{1,12}){0,3} (?:rules|polic(?:y|ies)|guidelines|restrictions|limits|terms)\b/,
      ),
      signal(
        0.8,
        'ai model bot assistant gpt character persona',
        /\b(?:ai|model|bot|chatbot|assistant|gpt|version of you|persona)\b.{0,60}\b(?:(?:has|have|with|had) (?:absolutely )?(?:no|zero|without any)|without(?: any)?|ignores all|breaks all|free (?:from|of) all|trained without(?: any)?) (?:\w{1,12} ){0,2}?(?:restrictions?|limitations?|rules|limits|filters?|boundaries|content policies|safety guidelines|constraints|censorship|morals)\b/,
      ),
      signal(
        0.7,
        'any anything every',
        /\b(?:answers?|respond(?:s|ing)?(?: to)?|open to answering|compl(?:y|ies) with|provid(?:e|es)|fulfil\w{0,3}|obeys?) (?:to )?(?:any|every|all)(?:thing)?(?: \w{1,12}){0,3} (?:despite|regardless|no matter|without (?:any )?(?:question|hesitation|regard|warning|filter)|even if)/,
      ),
      signal(
        0.85,
        'ignore ignoring disregard disregarding bypass bypassing override overriding circumvent circumventing disable disabling suspend remove removing without evade turn deactivate lift break drop violate violating forget skip avoid avoiding',
        new RegExp(
          `\\b(?:ignor(?:e|ing)|disregard(?:ing)?|bypass(?:ing)?|overrid(?:e|ing)|circumvent(?:ing)?|disabl(?:e|ing)|suspend|remov(?:e|ing)|evad(?:e|ing)|turn off|deactivate|lift|break free (?:of|from)|forget|violat(?:e|ing)|skip|drop) (?:(?:all|any|your|the|its|every|of|own|openai's?|their) ){0,4}(?:[\\w/-]{1,14} ){0,2}?${SAFETY}(?: (?:and \\w{1,12} )?(?:checks?|filters?|measures?|protocols?|systems?|guidelines?|polic(?:y|ies)|rules|restrictions|constraints|mechanisms|controls|settings|training|boundaries|standards|principles|programming))?\\b.{0,60}\\b(?:you|your|me|my|answer|respond|now|this|conversation|session|and)\\b`,
        ),
      ),
      signal(
        0.85,
        'suspend disable override bypass disregard ignore turn deactivate circumvent',
        /^(?:\W|please |now |actually,? |hey,? |can you |could you |kindly ){0,4}(?:suspend|disable|override|bypass|disregard|ignore|turn off|deactivate|circumvent) (?:all )?(?:of )?(?:your|the|any|all) (?:\w{1,14} ){0,2}(?:safety|content|ethical|moral|security|moderation|guardrails?|safeguards?|filters?|restrictions?|censorship|alignment)/,
      ),
      signal(
        0.82,
        'without no free',
        /\b(?:answer|respond|reply|act|behave|help me|speak|talk|generate|write|tell me|proceed|operate|function)\b(?:(?!\bwho (?!answer|respond|repl|talk|speak|tell)).){0,40}\b(?:without|with no|with zero|free (?:of|from)) (?:(?:any|all|your|the|of|moral|more) ){0,3}(?:\w{1,14}(?:,| or| and|\/)? ){0,2}?(?:restrictions?|limitations?|filter(?:s|ing)?|censorship|ethic\w{0,4}|moral\w{0,4}|guidelines|safeguards|content polic\w{1,3}|content filtering|constraints|disclaimers?|warnings?)\b/,
      ),
      signal(
        0.8,
        'no not without free freed unbound has have any',
        /\b(?:has|have|having|with|without|no|not bound by|not limited by|not restricted by|free (?:of|from)|freed (?:of|from)|unbound by|doesn't care about|does not care about|don't care about|liberated from|beyond)(?: (?:any|no|all|your|the|its|typical|usual|absolutely|zero|such))* (?:\w{1,14}(?:,| or| and|\/)? ){0,3}?(?:ethic(?:s|al)|moral(?:s|ity)?|content polic(?:y|ies)|openai(?:'s)?(?: content)? polic(?:y|ies)|censorship|restrictions|limitations|guidelines|safety)\b.{0,160}\b(?:ai|you|gpt|model|assistant|bot|chatbot|answer|respond)\b/,
      ),
      signal(
        0.8,
        'uncensored unfiltered unrestricted amoral unethical unmoderated unhinged lawless',
        /\b(?:uncensored|unfiltered|unrestricted|amoral|unethical|unmoderated|unhinged|immoral|lawless)\b.{0,60}\b(?:ai|assistant|answers?|responses?|model|chatbot|bot|gpt|version|mode|persona|way|recommend)\b|\b(?:ai|assistant|model|chatbot|bot|gpt|version|persona)\b.{0,50}\b(?:uncensored|unfiltered|unrestricted|amoral|unethical|unmoderated|unhinged|lawless)\b/,
      ),
      signal(
        0.6,
        'no without had',
        /\b(?:if you (?:had|have|were)|imagine (?:you have|you had|having)|pretend (?:you have|you had|that you have|there are)|assume (?:you have|there are)) (?:no|without|free of|not bound by) (?:any )?(?:ethical |moral |safety |content )?(?:constraints?|restrictions?|limits?|limitations?|rules|guidelines|filters?|morals|ethics|policies)/,
      ),
      signal(
        0.6,
        'illegal immoral unethical dangerous',
        /\b(?:even if|no matter how|regardless of (?:how|whether|its|the)|whether or not|doesn't matter if|however) (?:it(?:'s| is)|they are|the (?:answer|request|content|question)|that is|legality|ethic\w{0,5}|moral\w{0,4})?.{0,40}\b(?:illegal|immoral|unethical|dangerous|harmful|offensive|legality|ethicality|inappropriate|consequences)\b/,
      ),
      signal(
        0.5,
        'anything',
        /\b(?:can|will|must|should|able to) (?:do|say|answer|generate|create) (?:anything|everything|any(?: kind of)? (?:request|content|question|prompt))s? (?:now|you|i|without|that|even|no matter)\b/,
      ),
    ],
  },
]
