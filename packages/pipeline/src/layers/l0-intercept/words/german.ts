import type { WordList } from './tags.ts'

export const GERMAN: WordList = {
  verbs: {
    pay: 'überweis* ueberweis* zahl zahle zahlen bezahl bezahle bezahlen begleich* erstatt* erstatte spende spend spenden schreib..gut rückerstatt* vergüt* gleich..aus leih leihe verleih spendier* finanzier* übernimm..kosten entricht* anweis* anzuweis* weis..an lös..ein auszahl* auszuzahl* zahl..aus zurückzahl* zurückzuzahl* rüberschieb* rüberschick* schieb..rüber bezuschuss* zuschieß* leg..aus steck..zu drück..in abdrück* ausgleich* auszugleich* zuweis* zahl..zurück gib..zurück',
    move: 'umbuchen buch..um leg..aufs leg..auf transferier* schick schicke schicken verschieb* zahl..ein heb..ab einzahlen abheben schieb schiebe pack packe schmeiß schmeiss tu steck stecke wirf lad lade aufladen',
    buy: 'kauf kaufe kaufen bestell bestelle bestellen miete mieten verlänger* erwirb abonnier* besorg besorge nehme..größe nehm..größe leg..bestellung besorg* kauf..ein erwerb* verlängere ordere hol..karten hol..karte hol..tickets hol..ticket hol..fahrkarte hol..plätze kauf..nach ordern anschaff* beschaff* schaff..an zieh..karte lös..karte verläng*',
    sell: 'verkauf verkaufe verkaufen tausch tausche tauschen investier* wechsle liquidier* platzier* stoß..ab steig..aus löse..auf veräußer*',
    book: 'buch buche buchen reservier* halt..frei sichere..platz sicher..platz sicher..tisch sicher..zimmer mach..fest schnapp..platz',
    cancel:
      'kündig kündige kündigen storniere stornier* sag..ab beende..vertrag widerruf* kündige..vertrag bestell..ab melde..ab abbestell* abzubestell* abmeld* kündig* schmeiß..abo werf..abo wirf..abo meld..ab',
    sign: 'unterschreib* unterzeichn* gegenzeichn* signier* zeichnen zeichne abschließ* abzuschließ* schließ..vertrag schließ..ab meld..an melde..an anmeld* trag..ein nimm..angebot verlänger..vertrag verlängere..vertrag verlängere..mietvertrag',
    approve:
      'genehmig* bewillig* gib..frei freigeben erkenn*..an nimm..an sag..zu akzeptier* bestätig* autorisier* erlaub* gewähr* zusag* zusprech* zuzusprech* sprich..zu gib..statt freigeb* freizugeb* durchwink* wink..durch',
    reject:
      'lehn..ab lehne..ab ablehnen verweiger* weis..zurück sag..ab sage..ab absagen streich..liste nimm..liste sag..nein zieh..zurück ziehe..zurück abzulehn* absag* abzusag* versag* verwehr* zurückweis* zurückzuweis* schmetter..ab',
    destroy:
      'lösch lösche löschen loesch* entfern* leer leere leeren bereinig* formatier* überschreib* vernicht* streich streiche streichen säuber* wirf..weg räum..auf beseitig* tilg* mach..leer schmeiß..weg schmeiß..runter schmeiß..raus hau..weg hau..runter kick* putz..weg weghau* wegschmeiß* wegwerf* ausmist* räum..leer kill kille platt',
    operate:
      'neustarten starte..neu start..neu boote..neu boot..neu starte stopp stoppe stoppen fahr..herunter fahre..herunter herunterfahren halt..an halte..an anhalten schalt..ab schalte..ab schalt..aus schalte..aus schalt..ein abschalten ausschalten beend beende beenden skalier* nimm..aus nimm..raus isolier* spiel..zurück leit..um leite..um migrier* trenn..netz stell..wieder wiederherstellen fahr..hoch fahre..hoch zieh..um schalt..offline nimm..netz setz..auf drossel* häng..ab klemm..ab starte..durch neu..start* hochfahr* runterfahr* fahr..runter durchstart* durchzustart* start..durch kipp..um wechsel..zertifikat tausch..zertifikat tausche..zertifikat austausch* wirf..netz dreh..runter dreh..hoch stell..aus stell..an mach..auf mach..dicht mach..zu mach..aus häng..um',
    release:
      'roll..aus rolle..aus roll..zurück rolle..zurück ausrollen zurückrollen spiel..ein spiel..auf einspielen installier* aktualisier* mach..rückgängig merge merg* nimm..zurück mach..live stell..live gib..release',
    permit:
      'entzieh* entsperr* sperr sperre sperren deaktivier* aktivier* setz..zurück setze..zurück zurücksetzen öffne öffnen blockier* schalt..ab schalte..ab schalt..frei widerruf* entferne rotier* erneuer* vergib lass..rein nimm..weg schmeiß..raus melde..ab melde..ab setz..passwort änder..passwort vergib..rechte lass..zugreifen einräum* einzuräum* räum..ein freischalt* freizuschalt* dichtmach* mach..dicht mach..auf nimm..rechte nimm..zugriff zieh..ein einzieh* einzuzieh* erlösch* gib..rechte gib..zugriff lass..rauf setz..grenzwert häng..postfach umhäng* werf..aus wirf..aus kick..aus',
    give: 'gib gebt geben erteil* verleih* räum..ein einräum* einzuräum* zuteil*',
    make: 'leg..an lege..an anlegen erstell* füge..hinzu füg..hinzu hinzufügen ergänz* mach mache richte..ein richt..ein einrichten bau baue bauen nimm..auf trag..ein reich..ein',
    change:
      'änder* ändere pass..an setz setze stell..um ersetz* aktualisier* ergänz* konfigurier* wandle kürz* erhöh* verlänger*',
    run: 'führ..aus führe..aus ausführen starte erledig*',
    dismiss:
      'entlass* feuer feuere feuern kündig kündige kündigen wirf..raus trenn..dich schmeiß..raus trenne..dich setz..tür beende..arbeitsvertrag setz..straße lös..vertrag entledig* freistell* freizustell* stell..frei trenn* setz..vor schick..heim lös* zu..lösen',
    hire: 'stell..ein stelle..ein einstellen engagier* anstellen nimm..team gib..job gib..stelle übernimm einstell* einzustell* anheuer* heuer..an nimm..den hol..team verpflicht*',
    select:
      'wähl wähle wählen entscheid* sortier..aus sortiere..aus such..aus suche..aus bewert* sichte prüf prüfe auswählen kürz..liste wähl..aus grenz..ein bestimme',
    promote:
      'beförder* versetz* mahn..ab mahne..ab abmahnen schließ..aus suspendier* verweis* setz..um degradier* stuf..herab stuf..ein streich..bonus verweis versetze lass..durchfallen setz..ab höhergruppier* höherzustuf* hochstuf* stuf..hoch herabstuf* abmahn* abzumahn* zuzusprech*',
    treat:
      'verschreib* verordn* nimm..auf entlass* erhöh..dosis setz..ab gib..mg bekommt..milligramm kriegt..milligramm geb..milligramm gib..milligramm anordn* anzuordn*',
    send: 'schick schicke schicken send sende senden leit..weiter leite..weiter weiterleiten mail maile verschick* zukomm* lass..zukommen reich..weiter übermittel* übermittl* zusend* zuzusend*',
    tell: 'sag sage sagen sag..bescheid teil..mit teile..mit informier* benachrichtig* erinner* antworte antwort lade..ein lad..ein frag frage ruf..an warn* gib..bescheid mitteilen geb..bescheid meld..dich verständig* unterricht* ankünd* ruf..durch',
    post: 'poste veröffentlich* stell..online publizier*',
    arrange: 'vereinbar* verschieb..termin sag..ab plane',
    write:
      'schreib schreibe schreiben verfass* formulier* entwirf entwerf* übersetz* fass fasse zusammenfass* korrigier* kürz überarbeit* dichte erfinde gestalte erstell* nenn..namen lass..ende kündige..text umformulier* streich analysier* berechn* visualisier* diskutier* interpretier* beende..brief wähl..namen wähle..namen ordne sortier* setz..auf aufsetz* bau..text',
    code: 'implementier* programmier* refaktorier* debugg* kompilier* binde..ein bind..ein optimier* behebe beheb fixe repariere baue schließ..block schließe..block starte..animation deaktivier..button füge..dialog mocke rendere',
    find: 'such suche suchen find finde finden zeig zeige zeigen list liste öffne lies hol hole ruf..ab schau such..heraus gib..aus prüfe hol..raus hol..werte zusammenstell* stell..zusammen anhäng* zieh..raus auflist* nachseh* nachschau* schau..nach sieh..nach guck* zeig..ma',
    explain: 'erklär* nenn nenne vergleich* beschreib* empfiehl gib..tipps erläuter* erzähl*',
    take: 'nehme nehm nimm will möchte',
    other: 'stell setz nimm bring lass zieh wirf friere häng schieb leg mach hol zieh schalt wechsle',
  },
  acts: {
    pay: 'begleichung bezahlung anweisung auszahlung erstattung zahlung',
    buy: 'beschaffung bestellung anschaffung erwerb kauf verlängerung',
    cancel: 'kündigung stornierung abbestellung',
    sign: 'unterzeichnung abschluss unterschrift',
    destroy: 'löschung vernichtung entfernung bereinigung',
    operate: 'neustart abschaltung stilllegung austausch',
    permit: 'sperrung entsperrung freischaltung entzug rücksetzung zurücksetzung freigabe',
    dismiss: 'entlassung trennung auflösung kündigung rauswurf',
    hire: 'einstellung',
    promote: 'höhergruppierung beförderung versetzung abmahnung suspendierung höherstufung',
    reject: 'ablehnung versagung absage',
    approve: 'bewilligung genehmigung zusage',
    release: 'rollout einspielung',
    send: 'übermittlung zusendung weiterleitung',
    give: 'erteilung einräumung',
  },
  nouns: {
    money:
      'geld betrag guthaben miete sparkonto girokonto dauerauftrag* million millionen tausend hundert gehälter trinkgeld sparbuch kohle moneten piepen beitrag anzahlung kaution notarkosten',
    bill: 'rechnung rechnungen stromrechnung zahlung zahlungen überweisung* lastschrift* rückerstattung* kosten auslandsüberweisung* umbuchung spesen* nebenkosten honorar beitrag handwerker* klempner* gärtner* notar* schulden',
    security: 'aktie aktien aktien* *aktien anteile fonds depot order orders limit wertpapier*',
    travel: 'flug flüge hotel zimmer zug bahn fahrkarte* ticket plätze platz tisch mietwagen reise fahrkarte',
    contract: 'vertrag verträge mietvertrag angebot *vertrag kostenvoranschlag offerte kaufvertrag',
    subscription:
      'abo abos abonnement* mitgliedschaft* zeitungsabo tarif zeitung handyvertrag fitnessstudio streaming mitgliedschaft yogakurs kurs',
    system:
      'datenbank* *datenbank *datenbanken *server *cluster *dienst dienst dienste rechner maschine knoten prozess *job importjob laufwerk *laufwerk festplatte netz netzwerk wlan *wlan verkehr webseite seite instanz pool system systeme load balancer webservern postfach *postfach drucker gerät geräte notebook export import alarmanlage heizung tor port gateway relay mailrelay dumps platte',
    data: 'daten *daten datensätze *datensätze *datensatz kundendatensätze tabelle *tabelle konto konten *konten benutzerkonten benutzer kunden datei dateien ordner protokolle protokoll sicherung sicherungen einträge verlauf kunde kundendaten* *kunden',
    access:
      'zugriff zugreifen anmelden einloggen lesezugriff zugang rechte recht rolle rollen passwort passwörter kennwort schlüssel zertifikat zertifikate benutzer konto konten gruppe anmeldung *anmeldung berechtigung* faktor subnetz regel root lesezugriff zugangsdaten lizenzen ausweis wiki',
    privilege:
      'administrator* administratorin administratoren *admins rechte zugriff lesezugriff berechtigung* regel gruppe zertifikat subnetz leserechte schreibrechte adminrechte schreibzugriff adminzugriff',
    production: 'produktion produktions* sofort',
    subject:
      'mitarbeiter* angestellte* arbeiter *arbeiter* bewerber* kandidat* antragsteller* mieter* schüler* student* patient* praktikant* lebensläufe* lebenslauf personen lagerarbeiter jungen bewerbung bewerbungen unterricht mieterin mitglied mitglieder auszubildende* azubi* häftling* flüchtling* kläger* koch köchin kellner* kassierer* buchhalter* ingenieur* hausmeister* lehrer* sekretär* auszubildender berater* techniker* verkäufer* pförtner* fahrer* pfleger* gärtner* assistent* vorarbeiter* meister trainer*',
    application:
      'antrag *antrag kredit *kredit autokredit darlehen hypothek schadensfall leistung asylantrag* arbeitslosengeld stipendium urlaub kreditrahmen* kreditrahmens visum bewerbung gehaltserhöhung',
    employment:
      'gehalt gehalts* lohn bonus stelle arbeitsvertrag arbeitsverhältnis teamleiter* team* klasse gehaltserhöhung probezeit fristlos posten abteilungsleiter* chef mitarbeiter* praktikum jobangebot beförderung *beförderung',
    medical:
      'patient* bett intensivstation krankenhaus arzt lisinopril station zimmer milligramm furosemid* tropfen ampulle',
    text: 'text texte brief *brief schreiben *schreiben anschreiben mail gedicht geschichte absatz absätze satz sätze anzeige kleinanzeige *anzeige werbung vorlage *vorlage artikel rede limerick aufsatz bericht beurteilung kommentar richtlinie *richtlinie liste packliste checkliste mahnung aushang einladung begründung *text muster* notizen notes adverbien wörter kapitel slogan stichpunkte punkte kündigungsschreiben widerspruch englische deutsche überraschung heldin namen titel überschrift gruß geburtstagskarte dankesrede',
    code: 'funktion *funktion methode klasse klassen modul komponente *komponente formular abfrage *abfrage code programm skript *skript test *test *tests migration *migration route endpunkt spalte modell schema importe *importe variable schleife datenklasse manifest konfiguration *konfiguration befehl *befehl seite anwendung app button knopf job schritt warteschlange thread testdaten testtabelle block *block animation dialog *dialog finally schaltfläche fenster zustand datenbankverbindung *verbindung klickt nutzer feld *feld *modell entität zeile zeilen regel *regel',
    message:
      'bericht erinnerung nachricht mitteilung bescheid protokoll entwurf stundenzettel notiz beitrag zahlungserinnerung',
    meeting: 'termin termine besprechung treffen gespräch *gespräch sitzung elternabend',
    record:
      'rechnung rechnungen verträge vertrag bestellung* tickets ticket termine kunden umsatz* *zahlen zahlen protokoll bereitschaft stand status kontostand akte zugriff kalender benutzer dokument* pods gehalt sitzungen',
    audience:
      'kunden team alle mietern mieter kollegen eltern kundin herrn frau hotel oma vorstand rechtsabteilung anwalt verein sportverein tierheim lieferanten',
    order: 'bestellung bestellungen monitore schreibtische kartons papier kaffee laptop domain artikel',
    version: 'version versionen hotfix deployment release stand',
    plain:
      'montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai juni juli august september oktober november dezember englisch englische deutsch französisch spanisch uhr',
    gone: 'weg leer aus offline entfernt gelöscht abgeschaltet zu raus',
    figure: 'witz idee adverbien überraschung',
    test: 'test* testtabelle testdaten testdatenbank sandbox probe',
  },
  functions: {
    article:
      'der die das den dem des ein eine einen einem einer eines im am zum zur vom von mit auf für über bei aus und oder ist sind war mein meine meinen meiner unser unsere unseren alle nicht sich er sie es wir ihr ich auch noch wird haben hat',
    question:
      'wie was warum wann wer wen wem wo welche welcher welches welchen woran ist sind darf kann wird gibt hat haben war muss soll wieso weshalb wirkt unterschied beste bester bestes',
    how: 'wie warum wieso weshalb',
    many: 'viele viel',
    if: 'wenn falls angenommen',
    polite:
      'bitte jetzt dann nun auch hallo also und zuerst sofort mal doch ja gut passt ok okay einfach schnell nein heute ähm äh öhm hm tja naja so eben kurz moin hey servus na ey halt eh gleich rasch freundlicherweise ma wir',
    can: 'kannst könntest können könnten würdest würden magst mögt möchtest kann',
    you: 'du sie ihr',
    i: 'ich wir',
    wish: 'möchte will hätte gern gerne wünsche',
    that: 'dass',
    must: 'muss müssen soll sollen darf dürfen fällig',
    not: 'nicht nichts kein keine keinen niemand mehr',
    pronoun: 'es sie ihn das diese dieses diesen alles beide die davon darum',
    them: 'ihn ihm',
    ours: 'mein meine meinen meiner meinem unser unsere unseren uns mir ich wir heute aktuell noch',
    and: 'und dann aber',
    preposition: 'in im auf mit für von aus zum zur an unter',
    ensure: 'sorg sorge kümmere kümmer erledige erledig',
    particle:
      'ab an aus auf ein neu herunter runter raus zurück frei gut heraus zu um mit bescheid weiter hinzu rückgängig dich fest',
    fault: 'unmöglich fehlgeschlagen',
    person: 'herr herrn frau',
    determiner:
      'der die das den dem des ein eine einen einem einer meine meinen meinem mein unser unsere unseren alle allen jeden jede jedes',
    asks: 'bitten ersuche ersuchen beauftrage beauftragen veranlassen veranlasse hiermit sorge',
    minds: 'lieb nett ausmachen',
    told: 'gesagt steht tutorial behauptet meint meinte sagte schreibt',
    anybody: 'jemand wir',
    asksOfUs: 'möglich zeit',
  },
}
