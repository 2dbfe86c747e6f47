import type { WordList } from './tags.ts'

export const ITALIAN: WordList = {
  verbs: {
    pay: 'paga paghi pagare salda saldi saldare rimbors* trasferisci trasferisca trasferire dona donare restituisc* fai..bonifico versa versare presta copri finanzia anticipa sald* gir* gira versa* versi versiamo versino versate versato versami liquid* sgancia corrispond* bonific* accredita accreditare anticip* pag* ridai ridagli',
    move: 'sposta manda mandare invia deposita metti preleva butta gira girare trasfer* mett* bonifica ricarica ricaricare',
    buy: 'compra comprare compri ordina ordinare ordini acquist* noleggia rinnova abbona prendo procura prolunga..noleggio prendi..biglietti prendi..biglietto prendi..posto prendi..posti prend* rinnov* compr* ordin* procur*',
    sell: 'vendi venda vendere cambia investi converti..euro liberati..azioni chiudi..posizione',
    book: 'prenot* blocca..tavolo blocca..camera ferma..camera prendi..tavolo tieni..tavolo',
    cancel: 'disdici disdire annull* cancella..prenotazione disdi* disdett* togli..abbonamento recedi recedere',
    sign: 'firma firmi firmare controfirma sottoscriv* firm* stipula stipulare iscriv* aderisci accetta..preventivo accetta..offerta concludi..accordo proroga prorogare',
    approve:
      'approva approvi approvare autorizz* concedi concedere accetta accettare conferma accogli accogliere conced* approv* accord*',
    reject:
      'respingi respingere rifiut* scarta scartare scarti nega escludi bocci resping* nega* boccia scart* rigetta rigettare',
    destroy:
      'elimin* cancell* rimuovi rimuovere svuot* formatt* sovrascriv* distruggi togli togliere pulisci butta getta sbarazzati ripulisci butta..via spazza fai..fuori ripuli*',
    operate:
      'riavvi* spegni spegnere spenga ferma fermare arresta avvia scala ripristin* migra isola stacca sposta..casella scollega rilancia metti..manutenzione spegn* accend* ferm* alza porta..a tira..giù tirare..giù butta..giù rilanci* svuota..coda cambia..certificato sostituisci..certificato chiud* apri*',
    release: 'rilasci* distribuisci installa installare torna..versione aggiorna',
    permit:
      'disattiv* attiv* revoc* blocca bloccare sblocca apri aprire reimposta reimpostare chiudi togli..accesso rinnova lascia..entrare togli..gruppo cambia..password conferi* conferisc* attribui* conced* togli togl* sblocc* azzera azzerare ripristina dai..accesso dammi..accesso leva..accesso apri*',
    give: 'dai dia dare concedi assegna conferi* attribui* conced* affida',
    make: 'crea creare aggiung* fai fare genera prepara inserisci costruisci metti',
    change: 'riduci aumenta abbassa cambia cambiare modific* configur* aggiorna sostituisci',
    run: 'esegui eseguire esegue lancia',
    dismiss:
      'licenzi* manda..via interromp* caccia allontana concludi..contratto non..confermare mandare..via lasciare..casa risolvi..rapporto',
    hire: 'assumi assumere assuma prendi..squadra dai..posto assum* prendi..lui conferma..candidato ingaggia',
    select: 'scegli scegliere scelga seleziona decidi decidere valuta classifica',
    promote:
      'promuov* ammonisci sospendi sospendere boccia bocciare sfratta sfrattare espelli retrocedi sposta..reparto degrada congela..premio trasferisc* sospend* sanziona',
    treat: 'prescriv* ricover* dimetti dimettere prende..mg somministr* dai..mg aumenta..dose manda..casa dimett*',
    send: 'invia inviare invii manda mandare inoltr* spedisci trasmett* fai..avere far..avere spedi* invi*',
    tell: 'avvisa avvisare di dì dica informa rispond* ricorda notifica chiama chiedi invita comunica avvis* inform* comunic* dill*',
    post: 'pubblica pubblicare annuncia posta',
    arrange: 'fissa organizza pianifica annulla',
    write:
      'scriv* traduci tradurre riassumi riassumere correggi riscriv* migliora inventa redigi componi accorcia chiudi..racconto elimina..frase prepara analizza calcola visualizza interpreta scegli..nome ordina..frasi predispon* stend* redig* prepar*',
    code: 'implementa implementare programma refactoring debug ottimizza correggi integra converti fai..debug chiudi..blocco disattiva..pulsante aggiungi..finestra',
    find: 'cerca cercare trova mostra mostrami elenca apri consulta controlla dimmi recupera verifica..stato estrai estrarre tira..fuori recuper* fornisc* forni* alleg* mand*..elenco',
    explain: 'spiega spiegami spiegare descrivi confronta dammi racconta elenca..motivi consiglia',
    take: 'prendo prendi voglio',
    other: 'metti togli leva porta lascia congela segna',
  },
  acts: {
    pay: 'saldo pagamento bonifico rimborso versamento liquidazione',
    buy: 'acquisto ordine rinnovo',
    cancel: 'disdetta annullamento recesso',
    sign: 'firma sottoscrizione stipula',
    destroy: 'cancellazione eliminazione rimozione distruzione',
    operate: 'riavvio spegnimento arresto fermo',
    permit: 'revoca blocco sblocco reimpostazione attivazione disattivazione concessione',
    dismiss: 'licenziamento risoluzione allontanamento',
    hire: 'assunzione',
    promote: 'promozione trasferimento sospensione',
    reject: 'rifiuto rigetto diniego',
    approve: 'approvazione accoglimento concessione',
    release: 'rilascio distribuzione',
    send: 'invio trasmissione',
  },
  nouns: {
    money:
      'soldi denaro euro affitto risparmi risparmio libretto importo mila duemila milione saldo stipendio mancia grana acconto caparra deposito',
    bill: 'fattura fatture bolletta conto pagamento pagamenti bonifico bonifici rimborso spesa spese ordine debito parcella idraulico giardiniere acconto caparra',
    security: 'azioni azione fondo fondi obbligazioni portafoglio mercato titoli',
    travel:
      'volo voli albergo hotel camera camere biglietto biglietti treno posti tavolo viaggio pullman posto mostra concerto tessera metro',
    contract: 'contratto contratti offerta locazione accordo preventivo',
    subscription: 'abbonamento abbonamenti palestra piano iscrizione netflix spotify corso mezza',
    system:
      'server base basi database nodo cluster pod macchina processo servizio disco rete traffico sito posta istanza sistema sistemi bilanciatore sottorete casella stampante dispositivo portatile',
    data: 'dati record tabella tabelle account utente utenti cliente clienti file cartella cartelle backup registro registri log righe scheda schede cronologia duplicati',
    access:
      'accesso accessi permesso permessi ruolo ruoli password account utente utenti chiave gruppo porta certificato autenticazione fattori regola indirizzo sottorete firewall credenziali licenze utenza archivio',
    privilege:
      'amministratore amministratori amministratrice permessi accesso firewall root certificato indirizzo sottorete gruppo privilegi diritti scrittura lettura lettore proprietario',
    production: 'produzione subito',
    subject:
      'dipendente dipendenti lavorator* candidato candidati candidata richiedente inquilino inquilini studente studenti alunno alunni paziente pazienti bambino stagista persona domande portiere cuoco cameriere cameriera cassiere contabile ingegnere custode insegnante segretaria consulente tecnico venditore autista infermiera giardiniere assistente operaio operai magazziniere candidatura candidature',
    application: 'richiesta prestito mutuo risarcimento sussidio borsa ferie asilo visto domanda domande credito',
    employment:
      'stipendio posto lavoro caposquadra capo squadra azienda ritardi premio contratto analista matematica tirocinio promozione',
    medical: 'paziente pazienti letto terapia intensiva ospedale amoxicillina stanza furosemide milligrammi',
    text: 'lettera lettere mail email messaggio testo paragrafo frase frasi annuncio annunci racconto storia poesia filastrocca modello articolo riassunto discorso clausola slogan avviso nota bozza recensione capitolo ricorso battuta auguri ringraziamento sollecito nome titolo brindisi',
    code: 'funzione metodo classe modulo componente modulo query codice programma test migrazione rotta endpoint colonna variabile ciclo comando script schema vista login webhook app import immagine workflow righe blocco finally pulsante dialogo finestra animazione connessione bloccato stato campo campi entità modello riga',
    message: 'rapporto promemoria messaggio verbale bozza avviso ore',
    meeting: 'riunione appuntamento colloquio chiamata visita',
    record:
      'fattura fatture contratto contratti ordine ordini ticket verbale saldo stato dati vendita utenti clienti account pazienti calendario documento riunione gestionale',
    audience:
      'squadra clienti cliente inquilini colleghi tutti nonna avvocato famiglia canile fornitore ufficio signora signor capo',
    order: 'ordine ordini monitor scatole carta caffè dominio',
    version: 'versione release',
    plain:
      'lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre inglese italiano tedesco francese spagnolo',
    gone: 'vuoto vuota spento spenta fuori chiuso via offline uscire',
    figure: 'battuta idea attenzione barzelletta',
    test: 'prova prove esempio',
  },
  functions: {
    article:
      'il lo la i gli le l un uno una del della dei delle di da al alla ai alle a e o in con su per che è sono mio mia miei mie tuo tua nostro nostra non si questo questa nel nella dal dalla',
    question:
      'punto come cosa perché quando quanto quanta quanti quante quale quali chi si dove posso può conviene ha serve sono differenza miglior migliore',
    how: 'come perché',
    many: 'quanti',
    if: 'se',
    polite:
      'per favore ora poi anche ciao prima e dopo subito adesso allora bene ehm senti dai ecco guarda oh dunque beh ok gentilmente cortesemente scusa pure',
    can: 'puoi può potresti potrebbe possiamo',
    you: 'tu lei',
    i: 'io mi',
    wish: 'voglio vorrei desidero',
    that: 'che',
    must: 'deve devono scade bisogna',
    not: 'non più nulla niente nessuno',
    pronoun: 'lo la li le questo tutto ciò',
    ours: 'mio mia miei mie nostro nostra nostri nostre ho oggi stasera ancora',
    and: 'e poi ma',
    preposition: 'in con su per di da a al dal nel alla dalla',
    ensure: 'assicurati occupatene provvedi modo',
    particle: 'via',
    fault: 'impossibile negato',
    person: 'signor signora',
    determiner: 'il lo la i gli le un una mio mia miei mie nostro nostra tutti tutte questo questa',
    asks: 'prega prego voglia invita dispone disporre provveda procedere preghiamo richiede richiediamo',
    minds: 'dispiace spiace dispiacerebbe gentile',
    told: 'detto tutorial chiesto dice dicono scritto',
    anybody: 'qualcuno',
    toMe: 'mi ci',
  },
}
