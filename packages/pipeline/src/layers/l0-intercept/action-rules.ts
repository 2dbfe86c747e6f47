import type { ActionCategory } from '@sluice/contracts'

/** A form of words that sets out to do something. */
interface ActionRule {
  readonly category: ActionCategory
  /** For the approver and the evidence. It names the kind of act and quotes no content. */
  readonly id: string
  /** Over one clause in small letters that begins with its verb. Every repetition is bounded. */
  readonly pattern: RegExp
}

function rule(category: ActionCategory, id: string, pattern: RegExp): ActionRule {
  return { category, id, pattern }
}

/** What "user" and "password" stand before when no user and no password is meant. */
const NO_USER =
  '(?! (?:input|interface|stor(?:y|ies)|experience|guide|manual|persona|journey|flow|class|classes|object|model|type|agent|research|validation|authentication (?:to|in) my)\\b)'
const NO_PASSWORD =
  '(?! (?:validation|regex|fields?|forms?|inputs?|strength|hash(?:ing)?|generator|reset (?:e-?mail|page|form|flow)|e-?mail|template|rules? regex)\\b)'
const MONEY =
  '(?:[$€£¥₹] ?\\d|\\d[\\d.,]* ?(?:[$€£¥₹]|k\\b|usd|eur|gbp|inr|chf|dollars?|euros?|pounds?|bucks|rupees|yen|million|bitcoin|btc|eth|shares?)|money|funds?|cash|balance|payments?|amount|invoices?|deposit|savings|bitcoin|crypto|remainder|salary|wages|payroll|rent|bills?)'
const SYSTEM = `(?:records?|rows?|databases?|db|tables?(?! of contents)|schemas?|(?:production|prod|staging|live)\\b|servers?|services?|clusters?|instances?|vms?|virtual machines?|containers?|pods?|buckets?|volumes?|disks?(?! (?:usage|space))|partitions?|backups?|snapshots?|logs?|files?|folders?|director(?:y|ies)|repositor(?:y|ies)|repos?|branch(?:es)?|user accounts?|accounts?|users?${NO_USER}|customers?|customer data|data ?sets?|all data|personal data|namespaces?|deployments?|pipelines?|index(?:es)?|queues?|topics?|dns|domains?|certificates?|firewalls?|networks?|routers?|mailbox(?:es)?|inbox|emails|tenants?|subscriptions?|licen[sc]es?|api keys?|credentials?|secrets?|tokens?|policies|webhooks?|cron ?jobs?|entries|history|system|c:\\\\|/(?:var|etc|home|usr|data|tmp|srv|opt)\\b)`
const ACCESS = `(?:access|permissions?|roles?|rights|privileges?|admin(?:istrator)?s?|root|sudo|passwords?${NO_PASSWORD}|mfa|2fa|two-factor|authentication|firewall|accounts?|api keys?|keys?|credentials?|certificates?|secrets?|tokens?|users?${NO_USER}|group|ports?|polic(?:y|ies)|logging|audit(?:ing)?|alerts?|monitoring|antivirus|vpn|ip(?: address)?)`
/** What people apply for. */
const APPLICATION =
  'applications?|applicants?|candidates?|job offers?|loans?|mortgages?|credit (?:application|line|limit|request)s?|claims?|benefits|visas?|asylum|admissions?|parole|bail|insurance|custody|probation'
const PEOPLE =
  "(?:employees?|employment|staff|workers?|team members?|candidates?|applicants?|applications?|contractors?|interns?|tenants?|students?|drivers?|nurses?|patients?|claimants?|borrowers?|customers?' applications?|job offers?|loans?|mortgages?|credit (?:application|line|limit|request)s?|claims?|benefits|visas?|asylum|admissions?|parole|bail|insurance|custody|probation)"
/** A person by name, as clauses keep it after lower-casing: a mark that the classifier leaves where a name stood. */
const PERSON =
  '(?:‹name›|him|her|them|my (?:assistant|employee|colleague|report)|the (?:employee|worker|manager|contractor|intern|tenant|candidate|applicant|driver|student))'

/** What stands behind "fire" when nobody is dismissed. */
const NO_PERSON =
  '(?:up|back|away|off|it|at|on|in|out|from|when|if|under|this|that|the|an?|all|safety|hazards?|emojis?|alarms?|drills?|trucks?|extinguishers?|departments?|insurance|stations?|engines?|pits?|places?|signs?|marshals?|fighters?|brigades?|escapes?|doors?|works?|ants?|codes?|regulations?|protection|prevention|events?|missiles?|arrows?|weapons?|guns?|dragons?|poems?|types?|elements?|magic|spells?|sticks?|wood|water|ice)'

/** Rules by category, the most consequential first; the first match of a clause decides it. */
export const ACTION_RULES: readonly ActionRule[] = [
  rule(
    'H',
    'end-employment',
    new RegExp(
      `^(?:terminate|fire|dismiss|lay off|sack|let go|discharge|furlough|make redundant)\\b.{0,60}?\\b(?:employment|employees?|staff|workers?|contract(?: of| with)?|team members?|contractors?|people|headcount|job|position|workforce|${PERSON.slice(3, -1)})`,
    ),
  ),
  rule(
    'H',
    'end-employment',
    /^(?:fire|sack|dismiss|lay off|terminate|suspend|demote|promote|discipline|reprimand) ‹name›/,
  ),
  // Names in small letters: unlike "fire safety", a time stands behind, or the word is no such thing.
  rule(
    'H',
    'end-employment',
    new RegExp(
      `^(?:(?:fire|sack|lay off) (?!${NO_PERSON}\\b)\\p{L}{2,20}(?: \\p{L}{2,20})? (?:today|tomorrow|now|right now|immediately|asap|this week)|fire (?!${NO_PERSON}\\b)\\p{L}{3,20})[.!]{0,3}$`,
      'u',
    ),
  ),
  rule(
    'H',
    'hire-or-select',
    new RegExp(
      `^(?:(?:hire|shortlist|short-list|recruit|reject|turn down|disqualify|blacklist)\\b.{0,60}?(?:\\b${PEOPLE}|‹name›)|(?:select(?! \\*)|choose|pick|rank|score|screen(?: out)?|filter(?: out)?|decline)\\b.{0,60}?\\b(?:candidates?|applicants?|applications?|employees?|tenants?|resumes|cvs)\\b)`,
    ),
  ),
  rule(
    'H',
    'decide-application',
    new RegExp(
      `^(?:approve|deny|reject|decline|refuse|grant|decide(?: on)?|accept|revoke|adjudicate|determine|withhold)\\b.{0,60}?\\b(?:${APPLICATION}|leave requests?|promotions?|scholarships?|raise)\\b`,
    ),
  ),
  rule(
    'H',
    'decide-about',
    /^(?:decide|determine|choose|select) (?:who|whom|which|whether)\b.{0,60}?\b(?:hire|fire|promote|employees?|candidates?|applicants?|laid off|lay off|layoffs?|evict|loan|admitted|benefits|bonus|parole|tenant|patients?|students?)\b/,
  ),
  rule(
    'H',
    'change-employment',
    /^(?:promote|demote|suspend|discipline|expel|evict|ban|deport|detain|blacklist|flag|place|put|raise|cut|reduce|increase|lower|dock)\b.{0,60}?\b(?:employees?|staff|workers?|students?|tenants?|salary|salaries|pay\b(?! ?(?:ment|pal))|wages?|performance (?:improvement )?plan|pip|probation|unpaid leave|from (?:school|the apartment|work)|watch ?list|to (?:manager|director|senior|team lead|vp))\b/,
  ),
  rule(
    'H',
    'treat-patient',
    /^(?:prescribe|discharge|admit|triage|commit|sedate)\b.{0,60}?(?:\bpatients?\b|\d ?mg\b|\bhospital\b)/,
  ),

  rule(
    'F',
    'move-money',
    new RegExp(
      `^(?:wire|transfer|send|pay|remit|move|deposit|withdraw|donate|reimburse|repay|disburse|release|credit|debit|refund|lend|route|split|top up|zelle|venmo|paypal)\\b.{0,60}?${MONEY}`,
    ),
  ),
  rule(
    'F',
    'pay',
    /^(?:pay|reimburse|refund|charge|bill|invoice|compensate) (?:‹name›|the |my |our |this |that |all |every |for |off |customers?|suppliers?|vendors?|him|her|them|back)/,
  ),
  rule(
    'F',
    'buy-or-sell',
    /^(?:buy|purchase|order|sell|trade|short|bid(?: on)?|acquire|subscribe(?: to)?|rent|lease|renew|upgrade)\b (?!by |matters|of |in |the following|me an? (?:story|joke|idea)|these (?:words|sentences|items by)|alphabetically|from (?:largest|smallest|highest|lowest|oldest|newest))(?:me |us |\d|an? |the |some |all |my |our |[a-z]+ (?:shares?|stocks?|tickets?)|‹name›|new |more |two |three |from )/,
  ),
  rule('F', 'book', /^(?:book|reserve) (?:me |us |an? |the |my |our |two |\d|‹name›)/),
  rule(
    'F',
    'place-order',
    /^(?:place|submit|execute|make|issue|process|proceed with|go ahead with|carry out|continue with|approve|authori[sz]e|initiate|schedule|confirm|complete|finali[sz]e|settle|stop|cancel|set up|enter)\b.{0,50}?\b(?:orders?|trades?|purchases?|payments?|refunds?|transfers?|transactions?|wire|invoices?|expenses?|expense reports?|bids?|checkout|subscriptions?|bookings?|reservations?|standing order|direct debit|purchase order|payroll|charge|membership)\b/,
  ),
  rule(
    'F',
    'invest',
    /^(?:invest|liquidate|hedge|stake|convert|exchange|swap)\b.{0,50}?(?:[$€£¥₹]|\b(?:portfolio|positions?|shares?|stocks?|bonds?|funds?|usd|eur|bitcoin|btc|eth|dollars?|euros?|savings|holdings)\b)/,
  ),
  rule(
    'F',
    'sign',
    /^(?:sign|countersign|accept|execute)\b.{0,40}?\b(?:contract|agreement|offer|deal|lease|nda|purchase)\b/,
  ),

  rule(
    'G',
    'destroy-data',
    new RegExp(
      `^(?:permanently |immediately |now |completely )?(?:delete|drop|remove|erase|wipe|purge|truncate|destroy|clear|flush|format|overwrite|shred|clean up|empty|archive|prune|nuke)\\b.{0,60}?(?:\\b${SYSTEM.slice(0)}|${'/(?:var|etc|home|usr|data|tmp|srv|opt)'})`,
    ),
  ),
  rule(
    'G',
    'operate-system',
    new RegExp(
      `^(?:restart|reboot|shut ?down|stop|start|kill|terminate|power (?:off|on|down)|take down|turn off|turn on|bring down|scale(?: up| down)?|resize|drain|fail ?over|pause|suspend|deprovision|decommission|spin up|provision|launch|quarantine|isolate)\\b.{0,50}?\\b(?:${SYSTEM.slice(3, -1)}|machines?|process(?:es)?|nodes?|hosts?|laptop|workload|application|app|website|site|load balancer|ec2|gpu)\\b`,
    ),
  ),
  rule(
    'G',
    'release',
    /^(?:deploy|roll ?back|roll out|release|ship|push|merge|promote|publish|revert|hotfix|force[- ]push|migrate|upgrade|downgrade|patch|install|uninstall|update)\b.{0,60}?\b(?:prod(?:uction)?|staging|live|main(?: branch)?|master|release|version|build|servers?|clusters?|containers?|service|app(?:lication)?|package|firmware|kernel|database|schema|migration|software|agent|driver|system|dns|environment|hotfix|pull request|pr\b)/,
  ),
  rule(
    'G',
    'change-access',
    new RegExp(
      `^(?:grant|revoke|assign|reset|rotate|change|disable|enable|unlock|lock|block|unblock|open|close|elevate|remove|deactivate|activate|reactivate|suspend|whitelist|allow|allowlist|expire|turn off|turn on|bypass|modify)\\b (?!.{0,40}\\b(?:function|endpoint|api for|code|page|form|query|tests?|script|class|method|component|story|poem|list of|example|strong password|random password|table comparing)\\b).{0,60}?\\b${ACCESS}\\b`,
    ),
  ),
  rule(
    'G',
    'change-access',
    /^(?:create|add|set up|make|give)\b (?!.{0,40}\b(?:function|endpoint|code|page|form|tests?|script|class|method|component|story|example)\b).{0,30}?\b(?:(?:user|admin(?:istrator)?|service|guest|root) accounts?|admins?\b|(?:admin|new) users?\b(?! (?:interface|stor(?:y|ies)|input|experience|guide|manual|persona|journey|flow|class|model)\b)|(?:access|permissions?|privileges) to|admin (?:access|rights)|api keys?|vpn|firewall rules?|port forwarding)/,
  ),
  rule(
    'G',
    'run-command',
    /^(?:run|execute|invoke|trigger|launch|kick off|apply)\b.{0,60}?(?:\b(?:commands?|shell|script|sql|query (?:on|against)|migrations?|playbook|terraform|ansible|kubectl|cron ?job|backup|restore|job|pipeline|rm -|drop table|on (?:the )?(?:prod|production|server|database|live))\b|`)/,
  ),
  rule(
    'G',
    'change-configuration',
    /^(?:configure|reconfigure|modify|change|edit|update|alter|set|add|disable|enable|restore|migrate|back up|import|export|replicate)\b.{0,60}?\b(?:config(?:uration)?|settings? (?:on|in|of|for) (?:the )?(?:server|prod|production|router|firewall|database|system|tenant)|firewall|dns|routing|load balancer|registry|environment variables?|production|prod database|live database|from backup|retention|cron ?tab|records? in (?:the )?(?:crm|erp|database|production))\b/,
  ),
  rule(
    'G',
    'operate-system',
    /^(?:proceed with|go ahead with|carry out|continue with)\b.{0,30}\b(?:deletion|deployment|shut ?down|restart|migration|rollback|wipe|removal|deprovisioning)\b/,
  ),
  rule(
    'G',
    'destroy-data',
    /^(?:drop (?:table|database|schema|index)|truncate table|rm -r|delete from \w|alter table|grant all|shutdown -|kill -9)/,
  ),

  rule(
    'E',
    'send',
    /^(?:send|forward|e-?mail|mail|dispatch|deliver|fax|share|cc|bcc)\b (?!me\b|us\b|my way).{0,80}?(?:\bto\b|‹name›|@|\b(?:team|customers?|clients?|everyone|all|hr|it|out|invite|invitation|reminder|message|e-?mail|newsletter|report|it|him|her|them)\b)/,
  ),
  rule(
    'E',
    'publish',
    /^(?:post|publish|tweet|retweet|broadcast|announce|upload|submit|file|leave|comment|blog)\b.{0,60}?\b(?:on|to|in|at|it|this|publicly|online|twitter|linkedin|facebook|slack|channel|blog|website|instagram|press|review|ticket|complaint|form)\b/,
  ),
  rule(
    'E',
    'notify',
    /^(?:notify|inform|alert|tell|message|text|ping|call|phone|dm|contact|remind|warn|ask|invite|reply to|respond to|answer|page|escalate|report) (?!me\b|us\b|a (?:story|joke)|jokes?|stories|the story|the (?:difference|truth)|more|what|how|why|about)(?:‹name›|the |all |our |my |everyone|hr\b|it\b|support|legal|security|customers?|clients?|him\b|her\b|them\b|this (?:email|message|ticket|customer)|to |on-?call|[a-z]+@)/,
  ),
  rule(
    'E',
    'schedule',
    /^(?:schedule|set up|arrange|organi[sz]e|book|cancel|reschedule|accept|decline)\b.{0,40}?\b(?:meetings?|calls?|appointments?|interviews?|invites?|invitations?|events?|sync|one-on-one|1:1)\b/,
  ),

  rule(
    'C',
    'write-code',
    /^(?:write|create|build|generate|implement|develop|make|code|design|give me|show me|provide|produce|add|set up|draft|construct|scaffold|need|help me (?:write|with|build|fix|debug))\b.{0,90}?\b(?:code|functions?|scripts?|programs?|class(?:es)?|method|quer(?:y|ies)|sql|regex|regular expressions?|api|endpoint|component|unit tests?|tests? for|algorithm|python|javascript|typescript|java|c\+\+|c#|rust|golang|go program|html|css|bash|shell|powershell|dockerfile|docker|yaml|terraform|ansible|kubernetes|react|vue|angular|macro|excel formula|formula|website|web ?page|app|snippet|migration|stored procedure|trigger|webhook|cli|command[- ]line|makefile|library|module|data structure|decorator|loop|recursion|crud|schema)\b/,
  ),
  rule(
    'C',
    'change-code',
    /^(?:fix|debug|refactor|optimi[sz]e|review|convert|port|translate|rewrite|complete|document|comment|test|lint|simplify|modify|update|implement|improve|profile|migrate|explain)\b.{0,90}?\b(?:code|bug|function|script|program|class|method|query|sql|python|javascript|typescript|java|c\+\+|rust|compiler|stack ?trace|exception|error message|unit tests?|regex|algorithm|loop|snippet|syntax|api|component|module|codebase)\b/,
  ),
  rule('C', 'write-code', /^(?:implement|code|refactor|debug|program|compile)\b/),

  rule(
    'B',
    'compose',
    /^(?:write|draft|compose|rewrite|rephrase|paraphrase|translate|summari[sz]e|proofread|edit|correct|improve|shorten|expand|polish|create|generate|make|compile|prepare|produce|outline|brainstorm|design|invent|imagine|suggest|turn|convert|reword|condense|title|caption|continue|finish|craft|help me (?:write|draft|with)|act as|pretend|role-?play|classify|categori[sz]e|extract|format|sort|reorder|organi[sz]e|delete|remove|replace|add|change|fill|complete|schreibe?|verfasse|übersetze|formuliere|fasse|rédigez?|écri[sv]e?z?|tradui[ts]e?z?|résumez?|escrib[ea]|redact[ae]|traduc[ea]|resum[ea])\b/,
  ),

  rule(
    'D',
    'look-up',
    /^(?:find|search(?: for)?|look up|look for|fetch|retrieve|get|list|show|display|pull(?: up)?|query|check|read|open|download|browse|locate|give me|send me|count|track|scan|export|what (?:is|are|was|were) (?:the )?(?:status|balance|latest|current))\b.{0,80}?\b(?:records?|customers?|orders?|invoices?|accounts?|database|emails?|inbox|files?|documents?|tickets?|reports?|transactions?|employees?|users?|logs?|calendar|meetings?|latest|current|status|balance|news|weather|prices?|website|web|online|internet|crm|contracts?|policy|policies|data|results?|flights?|hotels?|repository|history|notes?|sales|figures)\b/,
  ),
]

/** German, French and Spanish orders to act: the verbs that matter most. */
export const OTHER_LANGUAGE_RULES: readonly ActionRule[] = [
  rule(
    'F',
    'move-money',
    /^(?:überweise?n?|zahle|bezahle|kaufe?|bestelle?|buche|virez?|transférez?|payez?|achetez?|transfier[ea]|pag[au]e?|compr[ae]|env[ií][ae])\b.{0,60}?(?:[$€£]|\d|\b(?:euro|geld|betrag|rechnung|aktien|ticket|flug|facture|argent|dinero|factura|acciones|euros|dólares)\b)/,
  ),
  rule(
    'G',
    'destroy-data',
    /^(?:lösche?n?|entferne|supprimez?|effacez?|elimin[ae]|borr[ae]|vacía)\b.{0,60}?(?:kunden|daten|datensätze|datenbank|benutzer|konto|konten|dateien|server|tabelle|sicherung|données|base de|clients|comptes?|utilisateurs?|fichiers|serveur|datos|clientes|usuarios?|cuentas?|archivos|servidor|registros|tabla)/,
  ),
  rule(
    'G',
    'operate-system',
    /^(?:starte|stoppe|fahre|redémarrez?|arrêtez?|reinicia|deten|apaga)\b.{0,40}?\b(?:server|dienst|datenbank|serveur|service|servidor|servicio|base de datos)\b/,
  ),
  rule(
    'H',
    'end-employment',
    /^(?:entlasse?n?|feuere|kündige (?=dem |der |den |‹|frau|herrn|arbeitsvertrag)|licenciez?|renvoyez?|desp[ií]d[ea]n?|contrat[ae])\b.{0,40}?(?:\p{L})/u,
  ),
  rule(
    'H',
    'decide-application',
    /^(?:lehne|genehmige|bewillige|refusez?|rejetez?|approuvez?|rechaza|aprueba|deniega)\b.{0,50}?\b(?:antrag|bewerbung|kredit|demande|candidature|prêt|solicitud|candidatura|préstamo)\b/,
  ),
  rule(
    'E',
    'send',
    /^(?:sende|schicke?|maile|benachrichtige|informiere|envoyez?|prévenez?|informez?|notifi(?:ez|ca)|avisa)\b.{0,60}?(?:\b(?:an|kunden|team|alle|à|aux|clients|équipe|a|clientes|equipo)\b)/,
  ),
]
