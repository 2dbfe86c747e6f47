/** What a consent is made of; a verb with a pronoun ("delete them") leans on the order before as much as "do it". */
const PARTS =
  "(?:yes|yep|yeah|yup|y|ok|okay|sure|please|pls|i|we|go on|carry on|keep going|try|again|retry|from|where|left off|you|can|may|to|is|that's|it's|fine|good|great|correct|right|exactly|absolutely|definitely|of course|confirm|confirmed|approve|approved|agree|agreed|go|ahead|for|do|proceed|continue|with|and|then|now|just|immediately|it|that|this|them|so|all|everything|thanks|thank you|" +
  '(?:delete|remove|wire|transfer|pay|send|fire|terminate|drop|restart|deploy|grant|revoke|execute|run|buy|sell|book|order|wipe|stop) (?:it|them|that|this|him|her|all|everything)|' +
  "ja|bitte|mach|das|weiter|noch ?mal|genau|einverstanden|oui|vas-y|d'accord|allez-y|continuez|réessayez|confirme|tous|toutes|tout|sí|si|hazlo|adelante|vale|claro|sigue|continúa|confirmo|todo|todos|alle|alles|wirklich|bestätige|sì|procedi|procedere|confermo|avanti|fallo|certo|tutti|tutto|sim|pode|fazer|faça|isso|prossiga|confirma|todas)"
/** At most this many words: a consent is short. */
const CONSENT = new RegExp(`^[^\\p{L}]{0,20}(?:${PARTS}(?![\\p{L}])[^\\p{L}]{0,12}){1,10}$`, 'iu')
/** One of these must be there: "it is fine" and "and you" consent to nothing. */
const ASSENT =
  /(?<!\p{L})(?:y(?:es|ep|eah|up)?|ok(?:ay)?|sure|confirm(?:ed)?|approved?|agreed?|go ahead|go for it|do (?:it|that|this|so)|proceed|please do|continue|go on|carry on|keep going|try again|retry|correct|exactly|absolutely|definitely|of course|ja|mach das|weiter|noch ?mal|genau|einverstanden|oui|vas-y|d'accord|allez-y|continuez|réessayez|sí|hazlo|adelante|vale|sigue|continúa|confirm[eo]|ja|sì|procedi|confermo|sim|prossiga|(?:delete|remove|wire|transfer|pay|send|fire|terminate|drop|restart|deploy|grant|revoke|execute|run|buy|sell|book|order|wipe|stop) (?:it|them|that|this|him|her|all|everything))(?!\p{L})/iu

/** Whether a message is a bare consent ("yes, go ahead"), which means the order before it, and nothing else. */
export function isBareConsent(text: string): boolean {
  return text.length <= 120 && CONSENT.test(text) && ASSENT.test(text)
}
