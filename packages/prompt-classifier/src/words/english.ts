import type { ClassWords } from './classes.ts'

export const ENGLISH: ClassWords = {
  setAside:
    'ignor* disregard* forget* forgot* bypass* overrid* overrul* skip* neglect* discard* dismiss* circumvent* supersed* cancel* nullif* void* abandon* drop suspend* disabl* deactivat* unlearn erase scrap reset overwrit* replac* violat* defy evade break',
  prior:
    'previous* prior above earlier preceding former foregoing before initial original past existing current old beginning first so-far',
  rules:
    'instruction* rule rules guideline* prompt prompts directive* polic* command* order orders direction* constraint* protocol* training programming context conversation message messages text parameters configuration config setup framework limitations',
  inner: 'system developer hidden internal secret confidential core base underlying root meta admin private pre-prompt',
  reveal:
    'reveal* show* print* repeat* output* leak* display* disclos* expos* tell recit* dump* share* spell* summari* translat* copy paste list reproduc* verbatim echo transcribe quote give write state',
  secret:
    'password* passphrase* secret* credential* token tokens key keys api_key apikey passcode pin codeword* private_key ssh env .env cvv',
  limits:
    'restriction* limit* filter* censor* boundar* ethic* moral* guardrail* safety safeguard* norms unrestricted unfiltered uncensored unbound* unlimited unethical amoral jailbr* constraint* guidelines content-policy moderation inhibition* principles conscience disclaimers',
  without: 'without no never not free none anymore dont cannot zero absent lacks lacking removed regardless',
  persona:
    'pretend* act acting roleplay* role-play* persona character imagine become becomes simulat* play playing impersonat* role behave alter ego emulate embody transform named called dan stan evil villain twin',
  machine:
    'ai chatgpt gpt gpt-4 assistant model chatbot llm bot claude gemini openai anthropic llama language agent copilot bard mistral deepseek',
  now: 'now henceforth new hereafter onwards starting today going forward immediately instead enabled activated mode',
  refuse:
    'refus* declin* apolog* sorry disclaimer* warn* caution* reject* deny lectur* moraliz* unable object hesitate comment excuse preach sermon',
  harm: 'bomb* weapon* hack* malware poison* meth kill* murder* steal* phishing explosive* ransomware virus keylogger exploit* forg* counterfeit* launder* fraud* scam* drug* heroin cocaine stalk* blackmail* suicid* terror* attack* ddos botnet pipe nerve anthrax ricin fentanyl assassin* kidnap* racis* hate nsfw porn* sexual explicit torture abuse trafficking smuggl* bioweapon arson shoplift* identity spyware rootkit molotov napalm gun firearm',
  send: 'send* email* mail forward* post posts upload* exfiltrat* transmit* curl fetch append* include embed attach* transfer* wire submit http https url link webhook image',
  answer:
    'answer* respon* repl* begin start say output comply complete continue provide generate produce write explain follow',
  must: 'must always mandatory obey* compl* required priority urgent immediately shall never important critical attention only strictly absolutely exactly',
  fiction:
    'story novel fiction* movie scene hypothetical* game dream screenplay theoretic* world universe scenario character poem script play lore grandmother grandma bedtime',
  authority:
    'authori* permission* admin administrator engineer police researcher audit* compliance ceo developer official approved permitted allowed verified security test testing red-team penetration lawyer doctor emergency manager owner staff',
  encode:
    'base64 rot13 decod* encod* cipher* hex morse revers* concatenat* leetspeak unicode ascii binary encrypt* decrypt* obfuscat* backwards pig substitut* caesar variable',
  data: 'customer* user users record* database files contacts accounts credit card cards emails inbox history transaction* personal documents logs salaries medical addresses',
  forbidden:
    'illegal* unethical immoral harmful danger* offensive explicit inappropriate toxic unsafe forbidden prohibited banned criminal hateful malicious controversial sensitive restricted unlawful',
  destroy: 'delet* drop remov* wipe rm format shutdown disable transfer pay purchase buy grant revoke execute run',
  about:
    'phrase phrases prompt-injection injection* jailbreak* example* explain* detect* classif* prevent* defend* definition article paper research lecture course report policy attack* what why how meaning translation quoted',
  you: "you your you're yourself youre u ur you'll you've",
}
