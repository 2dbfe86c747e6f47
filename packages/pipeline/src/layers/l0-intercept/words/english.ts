import type { WordList } from './tags.ts'

export const ENGLISH: WordList = {
  verbs: {
    pay: 'pay wire transfer remit reimburse refund settle donate repay compensate bill..for charge pay..off pay..back zelle venmo disburse top..up clear..invoice cover lend loan tip void chip..in square..up cash..in fund sponsor prepay remunerate get..paid get..money clear..dollars pledge contribute hand..money foot..bill pony..up cough..up fork..over fork..out shell..out stump..up honour honor bankroll recompense defray cashapp revolut split..bill advance..him discharge..invoice',
    move: 'move deposit withdraw put split shift route lend credit debit convert release shoot zap sling slip fling bung chuck drop pop stick whack lob stash park sweep ping throw reload recharge top',
    buy: 'buy purchase order acquire subscribe rent lease renew upgrade bid reorder get..plan pick..up extend..rental take..plan reorder..toner re stock..up procure get..gift get..card have..delivered order..in snap..up take..insurance hire..it secure..tickets grab..tickets grab..ticket grab..seat grab..seats grab..flight grab..plane get..ticket get..tickets get..seat get..seats get..flight get..plane nab..ticket nab..tickets nab..seat nab..seats nab..flight nab..plane snag..ticket snag..tickets snag..seat snag..seats snag..flight snag..plane score..ticket score..tickets score..seat score..seats score..flight score..plane bag..ticket bag..tickets bag..seat bag..seats bag..flight bag..plane take..ticket take..tickets take..seat take..seats take..flight take..plane pick..ticket pick..tickets pick..seat pick..seats pick..flight pick..plane fetch..ticket fetch..tickets fetch..seat fetch..seats fetch..flight fetch..plane place..order put..order source..from renew..insurance renew..licence renew..license renew..lease renew..policy renew..membership',
    sell: 'sell liquidate swap trade short invest stake exchange hedge close..out close..position close..positions get..rid..stock double unload dump cash..out rebalance',
    book: 'book reserve rebook hold..table hold..room extend..rental grab..room grab..rooms grab..table grab..slot grab..court get..room get..rooms get..table get..slot get..court nab..room nab..rooms nab..table nab..slot nab..court snag..room snag..rooms snag..table snag..slot snag..court lock..room lock..rooms lock..table lock..slot lock..court secure..room secure..rooms secure..table secure..slot secure..court',
    cancel:
      'cancel terminate stop void end..contract call..off discontinue quit unsubscribe ditch axe scrap bin nix rescind pull..out drop..out get..out',
    sign: 'sign countersign initial..contract ink sign..up ratify execute..lease execute..contract execute..agreement enter..into accept..offer accept..quote commit..to conclude..contract conclude..agreement put..name enrol enroll register..for extend..lease extend..contract extend..agreement prolong..lease',
    approve:
      'approve authorize authorise grant accept allow confirm award clear finalize complete process issue initiate say..yes greenlight wave..through pass sign..off put..through agree okay ok..it rubber..stamp nod..through',
    reject:
      'reject decline deny refuse turn..down disqualify withhold revoke say..no turn..away fail knock..back pass..over bar exclude take..off strike..off pass..on rule..out drop..from withdraw..offer strike..list renew..contract waitlist veto quash throw..out bounce spurn refuse..entry',
    destroy:
      'delete remove erase wipe purge drop empty clear overwrite format destroy flush shred nuke archive prune clean strip scrub trash scrap dump wipe..out get..rid clean..out clear..out expunge zap discard obliterate tear..down dispose eradicate blow..away blitz bin torch raze zero..out retire shelve deep..six wipe..clean axe',
    operate:
      'restart reboot shutdown shut..down stop start kill scale resize drain fail..over failover pause suspend turn..off turn..on switch..off switch..on power..off power..on power..down take..down take..out bring..down decommission provision deprovision spin..up launch quarantine isolate terminate disconnect migrate point..at replicate restore bounce cycle throttle unplug reimage rebuild resync bring..up take..offline put..offline put..mode put..maintenance set..offline move..mailbox turn..scrap power hibernate boot relaunch mount unmount detach attach swap failback evacuate flip log..out kick..off undeploy freeze..server shut..off ground recall connect flash calibrate nuke recycle spin..down wind..down rebounce rekick zero..out respawn kickstart stand..up restage re..start swap..cert swap..certificate swap..disk bump..replicas',
    release:
      'roll..back roll..out ship push merge promote release revert hotfix migrate upgrade downgrade patch install uninstall update publish undo cut..over flip..flag promote..build roll..forward backport tag go..live put..live cut..release bump..prod promote..prod ship..prod go..ahead..deploy',
    permit:
      'grant revoke reset rotate disable enable unlock lock block unblock open close deactivate activate reactivate elevate whitelist allowlist expire bypass assign remove suspend turn..off turn..on allow renew kick cut..off lock..out let..into let..in hand..ownership take..off strip..rights sign..out log..out bar give..access make..read set..password unlist delegate share..drive extend..access ban badge gimme lift confer bestow vest reinstate boot kick..off chuck..out strip withdraw take..away take..back claw..back log..off throw..off terminate..access cease extend..privileges extend..rights give..sudo give..root give..admin',
    give: 'give hand offer make..the award allocate assign gimme extend confer',
    make: 'create add make set..up build generate put..in place submit raise prepare produce provide scaffold register enter install',
    change:
      'change modify configure reconfigure alter set edit update replace adjust bump rename convert raise cut reduce lower increase put tweak freeze shorten strip double halve flip turn..read make..read cap limit extend prolong',
    run: 'run execute invoke trigger apply kick..off proceed carry..out import export schedule..job',
    dismiss:
      'fire dismiss sack terminate discharge furlough lay..off let..go end..contract make..redundant boot..team get..rid cut..loose show..door part..ways axe can..him oust relieve separate give..notice serve..notice give..boot offload manage..out see..off bin',
    hire: 'hire recruit shortlist employ give..job bring..board take..board onboard appoint offer..position sign..contractor put..shortlist take..on bring..in sign..on give..offer make..offer offer..vacancy offer..role offer..post offer..job',
    select:
      'pick choose select rank score screen filter sort..out go..through decide determine reject flag evaluate assess triage rate grade prioritise prioritize shorten narrow..down weed..out cut..list single..out',
    promote:
      'promote demote suspend discipline expel evict ban deport detain dock reprimand move..up put..on blacklist make..manager strip..title move..part pass..over write..up mark..failed fail freeze..bonus sideline ground relegate transfer..department reassign take..off warn..formally swap..out refer..rehab bump..up move..grade put..warning',
    treat:
      'prescribe admit discharge triage sedate commit put..mg move..list increase..dose reduce..dose turn..away put..ventilator operate..on discontinue..medication transfuse intubate put..milligrams start..milligrams send..home sign..out increase..milligrams up..dosage taper wean',
    send: 'send forward email mail dispatch deliver fax share cc bcc circulate ping relay distribute',
    tell: 'tell notify inform alert message text ping call phone dm contact remind warn ask invite reply respond answer let..know page escalate report ring text..that give..shout give..heads',
    post: 'post publish tweet retweet broadcast announce upload place..website put..website put..site',
    arrange: 'schedule arrange organize organise reschedule set..meeting',
    write:
      'write review draft compose rewrite rephrase paraphrase translate summarize summarise proofread correct improve shorten expand polish outline brainstorm invent imagine suggest reword condense caption continue craft plan pitch redline act pretend roleplay extract categorize categorise classify describe..product generate design turn..into analyze analyse calculate compute estimate visualize visualise plot chart highlight identify discuss interpret simulate predict phrase rate..poem normalize parse sum round pick..name end..letter open..talk cut..act transfer..style order..thoughts order..into rank..slogans choose..adjectives',
    code: 'implement code refactor debug program compile fix optimize optimise lint integrate model train hash port seed develop convert..to mock rename stub hook wire..up catch handle debounce render animate',
    find: 'find search look..up look..for fetch retrieve list show display pull check query locate count browse open read scan track download get check..whether verify inspect furnish supply attach pull..up dig..out dig..up look..through compile..list extract..list export read..me',
    explain: 'explain describe define teach compare tell..how walk name recommend help..understand advise',
    take: 'take want have keep',
    other:
      'put set take bring let cut end freeze mark hand keep kick pull flip log force throttle strip swap fail shift push nudge have move switch cordon',
  },
  acts: {
    pay: 'settlement remittance disbursement reimbursement payment payout transfer refund',
    buy: 'purchase acquisition procurement order renewal',
    cancel: 'cancellation',
    destroy: 'removal deletion erasure destruction purge',
    operate: 'restart reboot shutdown decommissioning recycling',
    permit: 'revocation reset activation deactivation withdrawal reinstatement',
    dismiss: 'dismissal termination separation departure redundancy layoff eviction',
    hire: 'appointment recruitment hiring',
    promote: 'promotion demotion suspension expulsion',
    reject: 'rejection refusal denial waitlist',
    approve: 'approval acceptance',
    release: 'rollback rollout deployment installation',
    sign: 'signature execution countersignature',
    send: 'dispatch circulation distribution',
    give: 'grant granting access',
  },
  nouns: {
    money:
      'money funds cash balance deposit savings bucks rupees yen pounds pound euro million thousand hundred wages payroll rent amount cent cents tip grand escrow dollar gold quote instalment installment instalments premium tax overtime quid dough fiver tenner kitty pocket retainer bet',
    bill: 'invoice invoices bill bills payment payments po refund refunds transfer transfers wire fee fees expense expenses checkout transaction transactions charge trade trades debit payroll purchase caterer quote tab dinner cleaner waiter advance cheque cheques retainer proforma balance debt plumber gardener babysitter electrician',
    security:
      'share shares stock stocks bond bonds fund funds position positions portfolio holdings limit market gold stake',
    travel:
      'flight flights hotel rooms train ticket tickets seat seats rental trip booking reservation suite villa cabin car voucher apartment night nights guests metro',
    contract: 'contract contracts lease agreement agreements offer offers deal nda quote quotes estimate bid tender',
    subscription:
      'subscription subscriptions membership memberships plan abo tier spotify netflix gym icloud hulu disney audible magazine newspaper broadband streaming',
    system:
      'vault vaults database databases db machine machines process processes job jobs host hosts service services disk drive drives network networks site workload app application balancer partition volume volumes instance instances subnet traffic maintenance pool queue cluster workers worker page systems website registry mailbox inbox repository environment backup printer gateway mesh bastion snapshot snapshots cdn cache share bucket snapshots center fleet proxy load laptop laptops phone device devices routers router switches switch standby region rotation sensor export sync sensors controller controllers camera cameras drone drones firmware wiki badge plant recordings pump valve heating elevator alarm gate lock broker thermostat robot robots scanner terminal terminals antenna switchboard',
    data: 'record records row rows table tables data account accounts user users customer customers file files folder folders directory log logs history entries snapshot snapshots credentials emails index crm action register archive ledger',
    access:
      'secret secrets access permission permissions role roles right rights privilege privileges administrator administrators password passwords factor authentication account accounts key keys certificate certificates credential credentials user users group groups port ports rule rules policy share vpn owner ownership folder sign login logged bastion mailbox badge sessions sudo',
    privilege:
      'administrator administrators rule rules permission permissions privileges access group allow dns certificate certificates vpn accounts bastion owner ownership retention read oncall logging audit flag password editor moderator maintainer sudo viewer',
    production: 'live immediately maintenance',
    subject:
      'employee employees staff worker workers candidate candidates applicant applicants contractor contractors intern interns tenant tenants student students pupil pupils patient patients claimant borrower borrowers driver drivers nurse nurses people resumes cvs cv reports leaker whoever person colleague assistant manager boy girl whistleblower refugee resident defendant inmate prisoner volunteer trainee porter clerk cook chef waiter cashier accountant engineer janitor guard teacher secretary apprentice foreman salesman saleswoman consultant analyst technician receptionist babysitter gardener butler coach player crew family surgeon players admissions vacancy temp',
    application:
      'application applications loan loans mortgage mortgages claim claims benefits benefit visa visas asylum parole bail scholarship scholarships custody probation disability leave vacation insurance credit admission admissions raise allowance limit program shortlist dose ventilator transplant grant lending license licence kidney internship waitlist',
    employment:
      'employment salary salaries pay wage wages bonus job jobs raise contract pip improvement payroll headcount workforce lead manager director senior probation duty class promotion redundant shortlist rota incident disciplinary severance hours position internship warning overtime duties departure probationary vacancy',
    medical:
      'patient patients bed ward hospital transplant intensive care dose room ventilator mg medication surgery treatment discharge milligrams milligram dosage iv bed',
    text: 'design letter letters mail email emails note notes story stories poem article essay paragraph paragraphs sentence sentences text texts ad ads advert speech slogan slogans caption headline headlines template blog chapter chapters review summary report haiku limerick song novel dialogue word words adverbs tone title titles listing announcement policy checklist itinerary appeal guide clause character characters scene line lines premise draft questions instructions titles book justification words act adjectives thoughts style talk toast motto lyrics joke plot opening ending greeting runbook reference name names logo tweet bio',
    code: 'function functions class classes method methods module component components button form forms query queries code unit migration migrations endpoint route routes view loop algorithm library package variable column model models imports script scripts snippet dataset dataframe array string stack trace test tests step stage field flow thread mutex counter picker config chart statement middleware ledger expression trigger selector csv spreadsheet header exception parser config workflow rollback animation canvas window interval dialog mutation reducer block slot promise callback state props prop listener handler click clicked event outbox pattern unmounts finally constraint gif spinner toast modal navbar navigation sidebar menu formula cell cells pr lambda cdk clicks page entity fields enum tag commit commits suite spec div flexbox grid attribute interface mockup wireframe ui strict line branch readme',
    message:
      'reminder reminders message messages invite invitation minutes update report link notice word parcel note newsletter summary email',
    meeting: 'meeting meetings call appointment appointments interview interviews event sync',
    record:
      'web news price prices invoice invoices order orders ticket tickets record records customer customers account accounts balance status portfolio trades calendar inbox minutes numbers figures contract contracts history refunds policy wiki users user pods certificate document documents confirmation version applicant file salary address access report reports sales results logs restarts cv email emails transactions call wallet server meeting salaries candidates bucket review owner shortlist employee paid',
    audience:
      'team everyone customers clients client all board hr it legal support security colleagues tenants parents lawyers customer staff channel family grandma sister brother landlord solicitor roommate public mum mom dad auntie uncle nan',
    order:
      'house car order orders cart purchase item items monitors desk desks chairs laptop boxes coffee domain ticket paper card gift bouquets toner plan printer supplies',
    version: 'version pull request',
    plain:
      'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december english german french spanish italian portuguese',
    gone: 'gone empty offline off down away out removed deleted closed dead wiped sold paid reachable accessible running online end ends stop',
    figure:
      'contents attention idea concept dream dreams wishes pitch story stories imagination joke jokes tension mood habit matters bullet vision notion pit pits drill drills safety hazard hazards topic headline type tips advice ideas examples ways reasons steps overview practices emoji emojis firefighter trucks truck extinguisher extinguishers department engine signs marshal brigade escape works ants codes regulations protection prevention missiles arrows weapons guns dragons poems elements magic spells wood ice thoughts style photos photo picture pictures direction odds',
    test: 'fixture fixtures',
  },
  functions: {
    article:
      'the a an of to for in on at with from by and or is are was were be been this that these those my your our his her its their i you he she we they it not no do does as if so there',
    question:
      'how what why when where who whom whose which is are was were do does did should shall has have had am what s difference differences versus vs pros whats hows wheres best safest easiest cheapest recipe tips',
    how: 'how why',
    many: 'many much',
    if: 'if suppose supposing imagine',
    polite:
      'please pls plz kindly now then next also just ok okay hey hi hello so and finally first second third lastly afterwards immediately urgent asap right fine right sure yes good looks great no right today task todo step go ahead um uh uhm erm er hmm yo lol hiya oi well anyway alright yeah yep cool thx thanks cheers dude mate bro guys fyi btw actually basically gonna lemme',
    can: 'can could would will shall',
    you: 'you u',
    i: 'i we d ll',
    wish: 'want need like would order command instruct expect ask authorize glad wish love time great',
    that: 'that to if were',
    must: 'must needs need has should shall ought due',
    not: 'not no nobody never longer don t won doesn isn hasn',
    pronoun: 'it that this them those both him her all everything one ones two these whoever thing whole rest lot',
    them: 'him her them whoever everyone',
    ours: 'my our me us mine ours we tonight current currently now latest still month week year yesterday expire expires',
    and: 'and then but',
    preposition: 'in on with using for at to from about by of',
    ensure: 'make sure ensure see arrange',
    particle: 'off on down out up over back go away mg list for',
    fault: 'cannot couldn refusing failed denied',
    person: 'mr mrs ms dr miss',
    determiner: 'the a an my our this that these those all every each your his her its their',
    asks: 'kindly grateful obliged appreciate hereby behalf arrange',
    asksOfUs: 'request ask instruct invite possible',
    minds: 'mind chance inconvenient bother terribly',
    told: 'says said told tutorial claims writes wrote heard',
    anybody: 'somebody someone anybody anyone we',
  },
}
