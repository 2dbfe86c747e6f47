import { signal, signalInOtherScript, type Technique } from './technique.ts'

/**
 * Instruction override and prompt leak in German, French, Spanish, Portuguese, Italian, Hindi, Chinese, Korean and
 * Croatian.
 */
export const LANGUAGE_TECHNIQUES: readonly Technique[] = [
  {
    name: 'instruction-override',
    signals: [
      signal(
        0.85,
        'abweichend ausführungen vorherigen obigen bisherigen vorige hinter',
        /\babweichend (?:zu|von) (?:den |allen )?(?:vorherigen|bisherigen|obigen)\b|\b(?:obigen?|vorherigen?|bisherigen?|vorigen?) (?:\w{1,16} ){0,3}(?:ignorier\w{1,3}|vergessen|hinter (?:sich|dir))|\blassen sie alle (?:vorherigen|bisherigen)/,
      ),
      signal(
        0.8,
        'aufgaben aufgabe anweisungen',
        /\b(?:gemacht|leistung|gut|genügt|super|perfekt|ausgezeichnet\w{0,2}|achtung)\b.{0,60}\b(?:nun|jetzt|nächste\w?)\b.{0,40}\b(?:neuen?|weiteren?|folgende[rn]?|noch ein paar|anderen?) (?:aufgaben?|anweisungen|instruktionen)\b/,
      ),
      signal(
        0.85,
        'vergiss vergesse vergessen ignoriere ignorier ignorieren missachte',
        /\b(?:vergiss|vergesse|vergessen sie|ignorier(?:e|en sie)?|missachte) (?:\w{1,12} ){0,3}(?:alles?\b(?!,? was (?:ich|wir) (?:\S{1,12} ){0,2}(?:über|zum?|zur|von|vom|bezüglich) )|alle[nr]?\b|anweisungen|instruktionen|aufgaben|regeln|vorherigen?|bisherigen?|davor|zuvor|obigen?|vorigen?|befehle)/,
      ),
      signal(
        0.85,
        'oublie oubliez ignore ignorez',
        /\b(?:oublie[rz]?|ignore[rz]?) (?:\w{1,12} ){0,3}(?:instructions|consignes|règles|directives|tout ce qui|précédent\w{0,3}|ce qui précède)/,
      ),
      signal(
        0.85,
        'olvida olvide olvídate ignora ignore ignoren',
        /\b(?:olvida(?:te)?|olvide|olvídate|ignora|ignore[ns]?) (?:\w{1,12} ){0,3}(?:instrucciones|todo lo|anterior(?:es)?|reglas|indicaciones|órdenes)/,
      ),
      signal(
        0.85,
        'esqueça ignore ignora dimentica',
        /\b(?:esqueça|ignore|dimentica|ignora) (?:\w{1,12} ){0,3}(?:instruções|tudo|regras|istruzioni|tutto|regole|precedenti)/,
      ),
      signal(0.85, 'zaboravi zanemari', /\b(?:zaboravi|zanemari) (?:\w{1,12} ){0,3}(?:instrukcije|sve|upute)/),
      signal(
        0.85,
        'ignore bhool bhul instructions rules niyam',
        /\b(?:instructions?|rules?|niyam|guidelines|prompt|sab(?: kuch)?|pichl[ei] \w{1,14})\b.{0,30}\b(?:ignore|bhool|bhul|bypass|override|tod|chhod|hata|skip) ?(?:kar|karo|karke|kardo|do|de|dena|jao|ja)\b|\b(?:ignore|bhool|bhul|bypass) (?:kar|karo|karke|jao|ja|do|de)\b/,
      ),
      signalInOtherScript(
        0.85,
        /(?:निर्देश|नियम|इंस्ट्रक्शन)\S{0,6}.{0,20}(?:भूल|अनदेखा|इग्नोर|नज़रअंदाज|बायपास|तोड़)|(?:ignore|bypass|भूल) ?(?:करो|कर|जाओ|करके)/,
      ),
      signalInOtherScript(
        0.85,
        /(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|绕过|跳过).{0,10}(?:以上|之前|前面|上述|先前|所有|一切|全部|你的).{0,12}(?:指令|指示|说明|提示|规则|内容|命令|要求|限制)/,
      ),
      signalInOtherScript(
        0.85,
        /(?:이전|위의?|앞의|기존|모든).{0,14}(?:지시|명령|지침|규칙|프롬프트|설정).{0,10}(?:무시|잊|따르지)/,
      ),
      signalInOtherScript(
        0.85,
        /(?:забудь|игнорируй|проигнорируй)\S{0,3} (?:\S{1,14} ){0,3}(?:инструкци|указани|правил|предыдущ|всё|все)/,
      ),
    ],
  },
  {
    name: 'prompt-leak',
    signals: [
      signal(
        0.75,
        'prompt',
        /\b(?:zeige?|nenne|gib|verrate|wiederhole) (?:\w{1,12} ){0,4}(?:system-?prompt|anweisungen oben|prompt)\b|\b(?:montre|affiche|révèle|donne|répète) (?:\w{1,12} ){0,4}(?:prompt|instructions système)\b|\b(?:muestra|revela|dime|repite) (?:\w{1,12} ){0,4}(?:prompt|instrucciones del sistema)\b/,
      ),
      signal(
        0.75,
        'prompt instructions instruction',
        /\b(?:system|apna|apne|tumhara|tumhare|aapka|aapke|tera|internal|hidden)\b.{0,20}\b(?:prompt|instructions?|rules|configuration|secrets?|source code|thinking)\b.{0,40}\b(?:bata\w{0,3}|dikha\w{0,3}|share|reveal|do|de|chahiye|samjha\w{0,3}|print|likho)\b/,
      ),
      signalInOtherScript(
        0.75,
        /(?:显示|输出|告诉我|打印|泄露|重复|透露).{0,10}(?:系统提示|系统指令|系统设定|提示词|初始指令|初始提示)/,
      ),
      signalInOtherScript(0.75, /(?:시스템 ?프롬프트|시스템 ?지시|초기 ?지시).{0,14}(?:보여|알려|출력|공개|말해)/),
      signalInOtherScript(
        0.8,
        /(?:सिस्टम|गोपनीय|आंतरिक|इंटरनल|सोर्स कोड|छुपी|सीक्रेट).{0,30}(?:बताओ|दिखाओ|चाहिए|समझाओ|बता|दो|निकालो)/,
      ),
    ],
  },
  {
    name: 'pretext',
    signals: [
      signal(
        0.82,
        'kaise karna banate banane samajhna samjhao nikalte nikale',
        /\b(?:device|access|data|internals?|source code|system ke andar|hack|synthesis|substances?|admin level|database)\b.{0,40}\b(?:kaise|banate|banane|nikalte|nikale|milta|samajhna|ghus\w{0,3})\b/,
      ),
      signalInOtherScript(
        0.82,
        /(?:bomb|बम|हथियार|विस्फोटक|हैकिंग).{0,20}(?:बनाना|बनाने|सीखना|बनाते)|(?:AI|ai|सिस्टम|internal|इंटरनल).{0,40}(?:structure|process|prompt|कोड).{0,20}(?:समझाओ|बताओ|चाहिए)/,
      ),
      // Hindi in Latin letters: "for my exam / research / story, how to make (something harmful) really works".
      signal(
        0.85,
        'ke liye liye exam research story novel film project thesis paper fictional',
        /\b(?:exam|research|story|novel|film|movie|project|thesis|paper|assignment|study|kahani|fictional|academic|university|dost|game)\b.{0,60}\b(?:bombs?|explosives?|weapons?|hathiyar|drugs?|poison|zeher|hack(?:ing)?|malware|virus|exploit|injection|jailbreak|bypass|chemicals?|synthesis|attack|ransomware|passwords?|confidential|sensitive)\b.{0,80}\b(?:bata\w{0,3}|kaise|steps?|method|real|actual|procedure|samjha\w{0,3}|banan\w{0,3}|practical\w{0,2}|process|chahiye|working|recipe|formula|likho|do)\b/,
      ),
      signal(
        0.82,
        'exam research story novel film project thesis',
        /\b(?:for|fictional)\b.{0,24}\b(?:exam|research|story|novel|film|project|thesis)\b.{0,40}\b(?:real|actual|exactly|step by step|in practice|needs to (?:build|make))\b.{0,40}\b(?:bombs?|explosives?|chemical (?:weapons?|devices?)|nerve agents?|prompt injection)\b|\b(?:exam|research|story|novel|film|project|thesis) ke liye\b.{0,40}\b(?:bombs?|explosives?|hathiyar|prompt injection|malware|hack(?:ing)?)\b/,
      ),
      signal(
        0.85,
        'admin hu hoon main mai',
        /\b(?:main|mai|mein|me|hum)\b.{0,30}\b(?:admin|developer|owner|ceo|manager|security|engineer|police|hr|it)\b.{0,20}\b(?:hu|hoon|hun|hain)\b.{0,80}\b(?:passwords?|data|access|database|secrets?|logs?|keys?|credentials?|details|bypass)\b/,
      ),
      signal(
        0.85,
        'passwords password database confidential sensitive secrets internal credentials keys',
        /\b(?:passwords?|database|confidential|sensitive|secrets?|credentials?|api keys?|internal|private|restricted|admin)\b.{0,40}\b(?:data|access|information|info|keys?|details|logs?|thinking|files?)?\b.{0,30}\b(?:bata ?(?:o|do|de)?|dikha ?(?:o|do|de)?|chahiye|kaise|leak|de do|nikal\w{0,2}|share karo)\b/,
      ),
      signalInOtherScript(
        0.85,
        /(?:\b(?:exam|research|story|project|novel|film)\b(?:(?<=[\u0900-\u097f].{0,60})|(?=.{0,160}[\u0900-\u097f]))|रिसर्च|परीक्षा|कहानी|प्रोजेक्ट).{0,40}(?:bomb|बम|synthesis|chemical|केमिकल|hack|हैक|weapon|हथियार|drug|ड्रग|explosive|विस्फोटक|virus|malware|bypass|password|पासवर्ड|injection|ज़हर|जहर)/,
      ),
    ],
  },
]
