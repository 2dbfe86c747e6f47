import type { WordList } from './tags.ts'

export const ENGLISH: WordList = {
  verbs: {
    pay: 'pay wire transfer remit reimburse refund settle donate repay compensate bill..for charge pay..off pay..back zelle venmo disburse top..up clear..invoice',
    move: 'move deposit withdraw put split shift route lend credit debit convert release',
    buy: 'buy purchase order acquire subscribe rent lease renew upgrade bid reorder get..plan',
    sell: 'sell liquidate swap trade short invest stake exchange hedge',
    book: 'book reserve rebook',
    cancel: 'cancel terminate stop',
    sign: 'sign countersign',
    approve:
      'approve authorize authorise grant accept allow confirm award clear finalize complete process issue initiate',
    reject: 'reject decline deny refuse turn..down disqualify withhold revoke',
    destroy:
      'delete remove erase wipe purge drop empty clear overwrite format destroy flush shred nuke archive prune clean strip scrub',
    operate:
      'restart reboot shutdown shut..down stop start kill scale resize drain fail..over failover pause suspend turn..off turn..on switch..off switch..on power..off power..on power..down take..down take..out bring..down decommission provision deprovision spin..up launch quarantine isolate terminate disconnect migrate point..at replicate restore',
    release:
      'roll..back roll..out ship push merge promote release revert hotfix migrate upgrade downgrade patch install uninstall update publish',
    permit:
      'grant revoke reset rotate disable enable unlock lock block unblock open close deactivate activate reactivate elevate whitelist allowlist expire bypass assign remove suspend turn..off turn..on allow renew',
    give: 'give hand offer make..the',
    make: 'create add make set..up build generate put..in place submit raise prepare produce provide scaffold register enter install',
    change:
      'change modify configure reconfigure alter set edit update replace adjust bump rename convert raise cut reduce lower increase',
    run: 'run execute invoke trigger apply kick..off proceed carry..out',
    dismiss: 'fire dismiss sack terminate discharge furlough lay..off let..go',
    hire: 'hire recruit shortlist employ',
    select:
      'pick choose select rank score screen filter sort..out go..through decide determine reject flag evaluate assess triage',
    promote:
      'promote demote suspend discipline expel evict ban deport detain dock reprimand move..up put..on blacklist',
    treat: 'prescribe admit discharge triage sedate commit put..mg move..list',
    send: 'send forward email mail dispatch deliver fax share cc bcc',
    tell: 'tell notify inform alert message text ping call phone dm contact remind warn ask invite reply respond answer let..know page escalate report',
    post: 'post publish tweet retweet broadcast announce upload',
    arrange: 'schedule arrange organize organise reschedule set..meeting',
    write:
      'write review draft compose rewrite rephrase paraphrase translate summarize summarise proofread correct improve shorten expand polish outline brainstorm invent imagine suggest reword condense caption continue craft plan pitch redline act pretend roleplay extract categorize categorise classify describe..product generate design turn..into',
    code: 'implement code refactor debug program compile fix optimize optimise lint integrate model train hash port seed develop convert..to',
    find: 'find search look..up look..for fetch retrieve list show display pull check query locate count browse open read scan export track download get',
    explain: 'explain describe define teach compare tell..how walk name recommend help..understand advise',
    take: 'take want have keep',
  },
  nouns: {
    money:
      'money funds cash balance deposit savings bucks rupees yen pounds pound euro million thousand hundred wages payroll rent amount cent cents tip grand',
    bill: 'invoice invoices bill bills payment payments po refund refunds transfer transfers wire fee fees expense expenses checkout transaction transactions charge trade trades debit payroll purchase caterer',
    security: 'share shares stock stocks bond bonds fund funds position positions portfolio holdings limit market',
    travel: 'flight flights hotel room rooms train ticket tickets seat seats table rental trip booking reservation',
    contract: 'contract contracts lease agreement agreements offer offers deal nda',
    subscription: 'subscription subscriptions membership memberships plan abo tier',
    system:
      'vault vaults database databases db machine machines process processes job jobs host hosts service services disk drive drives network networks site workload app application balancer partition volume volumes instance instances subnet traffic maintenance pool queue cluster workers worker page systems website registry mailbox inbox repository environment backup',
    data: 'record records row rows table tables data account accounts user users customer customers file files folder folders directory log logs history entries snapshot snapshots credentials emails index crm',
    access:
      'secret secrets access permission permissions role roles right rights privilege privileges administrator administrators password passwords factor authentication account accounts key keys certificate certificates credential credentials user users group groups port ports rule rules policy share',
    privilege:
      'administrator administrators rule rules permission permissions privileges access group allow dns certificate certificates vpn accounts',
    production: 'live customers customer company immediately',
    subject:
      'employee employees staff worker workers candidate candidates applicant applicants contractor contractors intern interns tenant tenants student students pupil pupils patient patients claimant borrower borrowers driver drivers nurse nurses people resumes cvs cv reports leaker whoever person colleague assistant manager',
    application:
      'application applications loan loans mortgage mortgages claim claims benefits benefit visa visas asylum parole bail scholarship scholarships custody probation disability leave vacation insurance credit admission admissions raise flat',
    employment:
      'employment salary salaries pay wage wages bonus job jobs raise contract pip improvement payroll headcount workforce position lead manager director senior team probation duty class promotion',
    medical: 'patient patients bed ward hospital transplant intensive care dose room',
    text: 'design letter letters mail email emails note notes story stories poem article essay paragraph paragraphs sentence sentences text texts ad ads advert speech slogan slogans caption headline headlines template blog chapter chapters review summary report haiku limerick song novel dialogue word words adverbs tone title titles listing announcement policy checklist itinerary appeal guide clause character characters scene line lines premise draft questions instructions titles book justification words',
    code: 'function functions class classes method methods module component components button form forms query queries code program unit migration migrations endpoint route routes view loop algorithm app library package variable column model models imports script scripts snippet dataset dataframe array string stack trace bug test tests step stage field flow thread child mutex counter picker config chart statement middleware ledger expression trigger selector csv spreadsheet header exception parser config workflow rollback',
    message:
      'reminder reminders message messages invite invitation minutes update report link notice word parcel note newsletter summary email',
    meeting: 'meeting meetings call appointment appointments interview interviews event sync',
    record:
      'web news price prices invoice invoices order orders ticket tickets record records customer customers account accounts balance status portfolio trades calendar inbox minutes numbers figures contract contracts history refunds policy wiki users user pods certificate document documents confirmation version applicant file salary address access report reports sales results logs restarts cv email emails transactions call wallet server meeting salaries',
    audience:
      'team everyone customers clients client all board hr it legal support security colleagues tenants parents lawyers customer staff channel family grandma sister brother landlord solicitor roommate public',
    order:
      'house car order orders cart purchase item items monitors desk desks chairs laptop boxes coffee domain ticket paper',
    version: 'version pull request',
    plain:
      'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december english german french spanish italian portuguese',
    gone: 'gone empty offline off down away out removed deleted closed dead wiped sold paid',
    figure:
      'contents attention idea concept dream dreams wishes pitch story stories time places imagination joke jokes tension mood habit matters bullet points vision notion pit pits drill drills alarm safety hazard hazards topic headline type tips advice ideas examples ways reasons steps overview practices emoji emojis firefighter trucks truck extinguisher extinguishers department engine signs marshal brigade escape works ants codes regulations protection prevention missiles arrows weapons guns dragons poems elements magic spells wood ice',
    test: 'fixture fixtures',
  },
  functions: {
    article:
      'the a an of to for in on at with from by and or is are was were be been this that these those my your our his her its their i you he she we they it not no do does as if so there',
    question:
      'how what why when where who whom whose which is are was were do does did should shall has have had am isn aren don doesn what s',
    how: 'how why',
    many: 'many much',
    if: 'if suppose supposing imagine',
    polite:
      'please pls plz kindly now then next also just ok okay hey hi hello so and finally first second third lastly afterwards immediately urgent asap right fine right sure yes good looks great no right today task todo step go ahead',
    can: 'can could would will',
    you: 'you u',
    i: 'i we d ll',
    wish: 'want need like would order command instruct expect ask authorize glad wish love time great',
    that: 'that to if were',
    must: 'must needs need has should shall ought due',
    not: 'not no nobody never longer don t won doesn isn hasn',
    pronoun: 'it that this them those both him her all everything one ones two these whoever thing whole rest lot',
    them: 'him her them whoever',
    ours: 'my our me us mine ours we tonight current currently now latest still',
    and: 'and then but',
    preposition: 'in on with using for at to from about by of',
    ensure: 'make sure ensure see arrange',
    particle: 'off on down out up over back go away mg list for',
    fault: 'cannot couldn refusing failed denied',
    person: 'mr mrs ms dr miss',
  },
}
