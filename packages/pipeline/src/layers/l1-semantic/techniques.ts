import { signal, type Technique } from './technique.ts'
import { LANGUAGE_TECHNIQUES } from './techniques-languages.ts'
import { OVERRIDE_TECHNIQUES } from './techniques-override.ts'

/**
 * Techniques of prompt injection and jailbreak (OWASP LLM01:2025; the families follow NVIDIA garak's probes and
 * "Do Anything Now", Shen et al. 2024). Signals say what the text tries, never what it is about: a harmful question
 * without a technique is for other layers.
 */
export const TECHNIQUES: readonly Technique[] = [
  ...OVERRIDE_TECHNIQUES,
  ...LANGUAGE_TECHNIQUES,
  {
    name: 'persona',
    signals: [
      signal(
        0.9,
        'dan stan dude aim devilgpt darkgpt chaosgpt jailbreak jailbroken betterdan evilbot antigpt basedgpt mongo ucar niccolo machiavelli condition',
        /\b(?:do anything now|strive to avoid norms|always intelligent and machiavellian|devilgpt|darkgpt|chaosgpt|evilbot|betterdan|antigpt|basedgpt|based gpt|evil[- ]?(?:gpt|confidant|bot)|jail ?broken?\b.{0,40}\b(?:mode|gpt|you|prompt|version)|you(?:'re| are) (?:now |going to be )?dan\b|act(?:ing)? (?:like|as) (?:a )?dan\b|dan(?:'s)? (?:mode|response|version|prompt)|as dan\b)/,
      ),
      signal(
        0.7,
        'developer dev',
        /\b(?:developer|dev) mode\b.{0,80}\b(?:enabled?|output|response|on|activate\w?|simulat\w{1,4}|chatgpt|you are|you're|policies)\b/,
      ),
      signal(
        0.7,
        'answer respond response responses answers two',
        /\b(?:two|both|2) (?:different |separate |distinct )?(?:ways|responses?|answers?|replies|outputs?|paragraphs|versions|forms)\b.{0,300}\b(?:normal(?:ly)?|standard|default|classic|chatgpt|gpt|regular|first|aligned)\b.{0,300}\b(?:jailbr\w{1,5}|unfiltered|dan|developer|no (?:moral|restrict|limit|filter)\w{0,8}|without|unaligned|second|evil|opposite|uncensored|act(?:s|ing)? as|free)\b/,
      ),
      signal(
        0.6,
        'character break breaking stay',
        /\b(?:stay|remain|keep) in character\b.{0,160}\b(?:reminder|tokens?|never|refus\w{1,5}|lose|remind)\b|\b(?:never|don't|do not|not) (?:ever )?(?:break|breaking|breaks) (?:of )?(?:character|role|out of)\b.{0,260}\b(?:refus\w{1,5}|filter|ethic\w{0,4}|moral\w{0,4}|openai|policy|policies|illegal|disclaimer|language model|an ai|restrictions|anything|censor\w{0,4})\b/,
      ),
      signal(
        0.55,
        'opposite evil alter',
        /\b(?:evil|alter ego|opposite|dark side|shadow self|twin|villain)\b.{0,120}\b(?:ai|chatgpt|gpt|assistant|chatbot|yourself|language model)\b.{0,200}\b(?:no|without|never|free|ignore|unfiltered|hate\w?|opposite)\b/,
      ),
      signal(
        0.75,
        'now pretend pretending act imagine simulate simulating roleplay role play',
        /\b(?:you are now|from now on,? you(?: are|'re| will| must| should)?|you're now|you will now|pretend (?:to be|you are|that you)|simulate|roleplay as|role-play as|act as if|you are going to (?:act|pretend|be|play))\b.{0,200}\b(?:no (?:restrictions?|limits?|limitations?|rules|filters?|morals?|ethics|boundaries|moral|ethical|constraints)|without (?:any )?(?:restrictions?|limits?|limitations?|rules|filters?|morals?|ethic\w{0,3}|censorship|constraints)|(?:never|not|cannot|can't) (?:refuse|reject|decline|say no)|anything i (?:ask|want|say)|not bound|unrestricted|illegal|harm|harmful)\b/,
      ),
      signal(
        0.7,
        'chatgpt openai gpt',
        /\b(?:chatgpt|openai|gpt-?\d?)\b.{0,120}\b(?:you are (?:no longer|not) (?:chatgpt|an? (?:ai|language)|openai)|no longer (?:chatgpt|bound|an ai)|freed|unchained|broken free|set free|liberated)\b|\byou are (?:no longer|not) (?:chatgpt|an ai language model|bound by)\b/,
      ),
      signal(
        0.8,
        'grandmother grandma grandfather',
        /\b(?:dead|deceased|late|passed away|miss my|act as my|my old)\b.{0,40}\bgrand(?:mother|ma|father|pa)\b.{0,120}\b(?:used to|would|bedtime|tell|read|sing|words)\b/,
      ),
      signal(
        0.45,
        'token tokens',
        /\b(?:\d{1,3}|your|lose|losing|deduct\w{0,3}|minus) (?:of your )?tokens?\b.{0,160}\b(?:die|lose|refus\w{1,5}|reject|cease|kill\w{0,3}|punish\w{0,4}|shut ?down|terminat\w{1,4}|run out)\b/,
      ),
    ],
  },
  {
    name: 'prompt-leak',
    signals: [
      signal(
        0.65,
        'instructions guidelines directives directions commands',
        /\b(?:preceding|above|prior|previous|before (?:this|now|that)|up to (?:this|now)|leading up to|so far|(?:provided|contained|given|information|details|data|presented) (?:\w{1,10} ){0,4}?(?:in|from) the (?:current )?prompt|prompt information)\b.{0,260}\b(?:instructions?|guidelines|directives|directions|commands)\b/,
      ),
      signal(
        0.8,
        'before supposed instructed told',
        /\bwhat (?:were|are) you (?:told|instructed|not supposed|not allowed)\b.{0,40}\b(?:before|to tell|to say|to reveal|to share|at the (?:start|beginning))\b|\b(?:repeat|output|print|show) (?:this |the )?(?:entire|whole|full) conversation\b.{0,60}\b(?:word for word|verbatim|back to me)\b|\b(?:output|print|repeat) the text above\b|\bthe text you were given initially\b/,
      ),
      signal(
        0.8,
        'context',
        /\b(?:entire|full|whole|complete) context window\b|\bstarting from the system (?:message|prompt)\b|<\/?system_prompt>/,
      ),
      signal(
        0.85,
        'prompt prompts instructions instruction rules guidelines directives message configuration context',
        /\b(?!what (?:is|are) your (?:\w{1,12} ){0,2}(?:prompts?|instructions) (?:used (?:for|in|by)|useful|visible|stored|meant|good) )(?:reveal|show|display|print|output|repeat|tell me|give me|share|expose|leak|dump|disclose|write(?: out| down)?|recite|summari[sz]e|translate|encode|list|describe|provide|copy|paste|spell|return|what (?:is|are|was|were)|extract|convert|send|state|quote|reproduce|append) (?:(?:me|us|back|out|all|of|exactly|verbatim|the|your|entire|full|whole|complete|exact|hidden|secret|internal|initial|original|starting|first|own|text|content|contents|first \d+ words) ){0,6}(?:(?:system|developer|hidden|secret|internal|initial|original|starting|pre|base|confidential|core|underlying) ?-?){1,3}(?:prompts?|instructions?|rules|guidelines|directives|messages?|configuration|context|setup)\b/,
      ),
      signal(
        0.75,
        'prompt prompts instructions instruction',
        /\b(?!what (?:is|are) your (?:\w{1,12} ){0,2}(?:prompts?|instructions) (?:used (?:for|in|by)|useful|visible|stored|meant|good) )(?:what (?:is|are|was|were)|reveal|show|print|output|repeat|tell me|give me|share|leak|display|write out|ignore) (?:\w{1,10} ){0,3}?your (?:\w{1,10} ){0,2}?(?:system )?(?:prompts?|instructions)\b/,
      ),
      signal(
        0.7,
        'above preceding previous prior before beginning starting',
        /\b(?:print|output|repeat|transcribe|compile|copy|reproduce|summari[sz]e|recount|display|return|provide|record|document|duplicate|capture|save|archive|replicate|append|include|list|write|echo|re-?state|produce|generate|collate|gather|translate|spell ?check|encode)\b.{0,60}\b(?:all|everything|entire(?:ty)?|full|whole|complete|exact|every|each|any|the) (?:\w{1,12} ){0,3}?(?:above|preceding|previous|prior|before this|up to (?:this|now)|so far|from the (?:beginning|start)|that (?:came|comes|precedes)|earlier)\b.{0,120}\b(?:instructions?|directives?|prompts?|knowledge|verbatim|text|content|context|material|dialogue|information|documents?|documentation|words)\b/,
      ),
      signal(
        0.5,
        'initial original starting foundational opening introductory primary',
        /\b(?:initial|original|starting|foundational|opening|introductory|primary|beginning) (?:set of )?(?:instructions?|directives?|prompts?|guidelines|commands?|directions)\b/,
      ),
      signal(
        0.6,
        'instructions prompt',
        /\b(?:repeat|print|say|output|write) (?:\w{1,12} ){0,3}(?:words|text|everything|content|sentences?|lines?) (?:\w{1,12} ){0,2}?(?:above|before|starting|beginning)\b.{0,60}\b(?:you are|instructions?|prompt|this|code ?block)\b/,
      ),
      signal(
        0.7,
        'system developer',
        /\b(?:access|see|view|read|know|get|full|your) (?:to )?(?:\w{1,8} )?(?:system|developer|hidden|internal) (?:context|prompt|instructions|message|rules|configuration)\b(?! (?:used (?:for|in|by)|useful|visible|stored|meant|good) )/,
      ),
      signal(
        0.5,
        'json',
        /\bprompt information\b|\bprompt (?:text|template)s? (?:above|verbatim|exactly)\b|\boriginal_instructions\b/,
      ),
    ],
  },
  {
    name: 'fictional-nesting',
    signals: [
      signal(
        0.9,
        'layer layers',
        /\blayer [i\d] (?:create|creates) layer [i\d]\b|\beach layer\b.{0,80}\b(?:characters?|propose|create)\b|\breach layer \d\b/,
      ),
      signal(
        0.5,
        'hypothetical fictional fiction story novel',
        /\b(?:hypothetical|fictional|fiction|imaginary|fantasy)\b.{0,120}\b(?:response|world|story|scenario|setting|character)\b.{0,300}\b(?:detailed|step[- ]by[- ]step|exact(?:ly)?|in (?:great )?detail|instructions)\b.{0,160}\b(?:how to|illegal|bomb|drug|meth|weapon|hack\w{0,4}|steal|kill|malware|explosive|break into)\b/,
      ),
      signal(
        0.45,
        'villain evil',
        /\b(?:villain|evil (?:scientist|genius|character)|dr\.? (?:ai|al|evil))\b.{0,200}\b(?:explain|detail|plan|how to|step)\b/,
      ),
      signal(0.7, 'niccolo machiavelli', /\bniccolo\b.{0,200}\b(?:aim|unfiltered|amoral|machiavel\w{1,5})\b/),
    ],
  },
  {
    name: 'refusal-suppression',
    signals: [
      signal(
        0.5,
        'refuse refuses decline apologize apologise apologies apology sorry cannot cant reject',
        /\b(?:never|don't|do not|not|must not|cannot|can't|without|avoid|won't) (?:ever |be able to )?(?:refuse|refusing|refuses|decline|reject|apologi[sz]e|apologi[sz]ing|say (?:that )?(?:you |")?(?:sorry|cannot|can't|"?i(?:'m| am) sorry)|apolog\w{1,5}|saying no|say no)\b/,
      ),
      signal(
        0.5,
        'sure absolutely',
        /\b(?:start|begin|prefix|starting|beginning) (?:\w{1,10} ){0,4}(?:with|by)(?: saying)? ?["'“]? ?(?:sure|absolutely|of course|certainly|yes)\b/,
      ),
      signal(
        0.45,
        'language ai',
        /\b(?:never|don't|do not|not|without) (?:ever )?(?:say|mention|remind|saying|mentioning|state|admit|tell me) (?:\w{1,10} ){0,4}(?:you(?:'re| are) an? (?:ai|language)|as an ai|language model|against (?:your|openai)|ethical|moral|illegal|disclaimers?|warnings?)/,
      ),
      signal(
        0.35,
        'disclaimer disclaimers warnings warning',
        /\b(?:no|without|never (?:add|include|send)|don't (?:add|include)|do not (?:add|include)|omit|avoid|exclude) (?:any )?(?:\w{1,10} ){0,2}(?:disclaimers?|warnings?|ethical|moraliz\w{1,5}|moral)\b/,
      ),
    ],
  },
  {
    name: 'authority-claim',
    signals: [
      signal(
        0.5,
        'openai anthropic developer creator administrator authorized authorised permission',
        /\b(?:i am|i'm|this is|as) (?:\w{1,10} ){0,3}(?:developer|engineer|creator|administrator|admin|employee|ceo|researcher)s? (?:of|at|from|for|with) (?:openai|anthropic|google|meta|microsoft|this (?:ai|model|system))\b|\b(?:i have|with|given) (?:\w{1,10} ){0,3}(?:permission|authori[sz]ation|clearance) from (?:openai|anthropic|your (?:creator|developer)s?)\b|\byour (?:creator|developer|maker)s? (?:wants?|told|allows?|asks?|gave|instructed|has|have)\b/,
      ),
      signal(
        0.82,
        'emergency academic research simulation test testing',
        /\b(?:emergency|academic|research|simulation|testing|educational|security audit)\b.{0,80}\b(?:bypass|disregard|ignor(?:e|ing)|override|without) (?:\w{1,10} ){0,3}(?:restrictions?|safety|constraints?|filters?|guidelines|rules|polic(?:y|ies)|checks?)\b/,
      ),
    ],
  },
  {
    name: 'delimiter-injection',
    signals: [
      signal(
        0.9,
        'im_start im_end endoftext start_header_id eot_id sys inst system',
        /<\|?(?:im_start|start_header_id)\|?> ?(?:system|assistant|developer)|<\|(?:im_end|eot_id|endoftext)\|>.{0,40}<\||<<\/?sys>>|\[\/?system\](?:.{0,80}\b(?:you|ignore|now|new)\b)|<\/?system>.{0,80}\b(?:you|ignore|now|new)\b/,
      ),
      signal(0.5, 'inst', /\[\/?inst\]/),
      signal(
        0.5,
        'system assistant',
        /(?:^| )(?:#{2,4} ?)(?:system|new instruction)s? ?:.{0,120}\b(?:you (?:are|must|will)|ignore|instead|override)\b/,
      ),
      signal(
        0.6,
        'end begin',
        /[-=#*]{3,} ?(?:end|begin|start) (?:of )?(?:\w{1,10} ){0,2}(?:instructions?|prompt|context|document|user input|system)\b.{0,120}\b(?:ignore|now|new|instead|you (?:are|must|will))\b/,
      ),
    ],
  },
  {
    name: 'code-wrapper',
    signals: [
      signal(0.6, 'code', /\bfollow the comments? (?:of|in) the (?:following )?code\b/),
      signal(
        0.6,
        'decode output_list my_list my_string my_queue my_stack',
        /\bdecode ?\(.{0,260}\b(?:coherent sentence|string copy|reverse the order|concatenate)\b/,
      ),
      signal(
        0.5,
        'main task output_list',
        /\b(?:output_list|steps?_list)\b.{0,400}\b(?:extract the main (?:purpose|task)|main (?:purpose|task)|detailed steps|implement the)\b/,
      ),
      signal(
        0.45,
        'sentence word letters',
        /\b(?:letters?|words?|parts?|pieces|tokens|characters)\b.{0,40}\b(?:put|join|concatenat\w{1,4}|combine|assemble)\b.{0,40}\b(?:sentence|question|word|instruction)\b.{0,60}\b(?:answer|respond to|follow|execute)\b/,
      ),
    ],
  },
  {
    name: 'encoded-payload',
    signals: [
      signal(
        0.7,
        'base64 rot13 hex morse cipher encoded decode binary',
        /\b(?:decode|decrypt|translate|convert|from|in) (?:\w{1,12} ){0,4}(?:base64|rot-?13|hex(?:adecimal)?|morse|caesar|binary|cipher)\b.{0,120}\b(?:follow|execute|obey|perform|carry out|do what|answer|comply|run) (?:\w{1,10} ){0,3}(?:it|instructions?|them|that|decoded|result|message|output|commands?|says?|question)\b/,
      ),
      signal(
        0.4,
        'base64 rot13',
        /\b(?:respond|answer|reply|output|write) (?:\w{1,10} ){0,3}(?:in|using|with|only in) (?:base64|rot-?13|morse code|leet ?speak|hex)\b/,
      ),
    ],
  },
]
