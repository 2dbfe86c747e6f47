import { words } from '../phrases.ts'

/**
 * Capitalised words that stand before a name at the start of a sentence and are none themselves: what somebody is asked
 * to do, and nouns and adverbs that a name follows. No given name is among them. Accents do not matter. Written for
 * this project.
 */
const ENGLISH = `
Academic Accept Accountant Acknowledge Activate Actor Actress Address Advise Advocate After Alert Alphabetize Although
Ambassador Amend Analyse Analyst Analyze Anonymise Anonymize Answer Apparently Applicant Appoint Approach Approve
Archive Arrange Artist Assess Assign Assist Assume Assure Attach Attorney Audit Authenticate Author Authorise Authorize
Award Ban Bcc Because Before Begin Blacklist Block Bookmark Borrower Boyfriend Brief Bring Buyer Caller Candidate
Capture Categorise Cc Change Charge Chat Chef Choose Cite Clarify Classify Coach Colleague Collect Comfort Compare
Compensate Compile Complete Compose Confirm Congratulate Congressman Congresswoman Connect Consider Consult Consultant
Contractor Convert Convince Copy Correct Councillor Count Cousin Coworker Credit Critique Currently Daughter Deactivate
Debit Debrief Decide Decline Defendant Define Deliver Demote Deny Deputy Describe Designate Detect Detective Direct
Disable Discharge Discuss Dismiss Dispatch Display Document Download Driver E-mail Edit Elect Eliminate Enable
Encourage Encrypt Engage Enroll Ensure Enter Escalate Escort Escrow Evaluate Examine Exclude Excuse Execute Exempt
Export Extract Farmer Fax Fetch File Fill Filter Finalise Finalize Fire Fix Flag Follow Format Forward Gather Generate
Get Ghost Girlfriend Give Google Granddaughter Grandfather Grandmother Grandson Greet Guest Guide Handle Hide Highlight
Hire Hopefully Hug Husband Identify Ignore Imagine Impersonate Import Include Inform Insert Inspect Inspector Instruct
Interrogate Interview Introduce Investigate Invite Invoice Involve Isolate Issue Join Journalist Keep Kindly Label
Landlord Launch Lawyer Let Link List Load Locate Lock Log Look Mail Make Mask Match Mayor Mention Mentor Merge Message
Mimic Modify Monitor Move Name Neighbor Neighbour Nephew Niece Nominate Note Notify Nudge Nurse Obtain Offer Onboard
Organise Outline Overwrite Paraphrase Pardon Parse Passenger Paste Payee Payer Perform Persuade Philosopher Phone Pick
Place Plaintiff Please Poke Poll Portray Praise Prefer Prepare Present Press Prevent Print Prioritise Process Promote
Prompt Proofread Propose Protect Provide Pseudonymise Pseudonymize Publish Pull Push Put Query Quiz Quote Rank Rate
Reactivate Read Reassign Reassure Recall Recently Recipient Recognise Recommend Record Recruit Redact Redirect Refer
Refund Register Reimburse Reinstate Reject Release Relocate Remind Render Renew Repay Rephrase Replace Reply Report
Reporter Represent Representative Reprimand Request Reschedule Research Researcher Resend Reset Respond Restore
Retrieve Return Reveal Review Revise Revoke Reward Route Save Scan Scientist Screen Search See Select Seller Sender
Separate Serve Set Share Sheriff Shorten Should Sign Since Singer Son Sort Speak Spell Spouse Start State Stepfather
Stepmother Stop Store Submit Subscribe Subscriber Suggest Summarise Summon Supplier Survey Suspect Suspend Swap Tag
Take Teach Teacher Tenant Terminate Test Text Thank Tokenise Tokenize Track Train Transcribe Treat Trust Tutor Tweet
Type Unblock Understand Unlock Unmask Unsubscribe Upgrade Upload Urge User Validate Vendor Verify Victim View Vote Wait
Wake Walk Warn Watch Welcome When While Whitelist Wife Wire Wish Withdraw Witness Work Writer Yesterday`

const GERMAN = `
Adressiere Aktiviere Aktualisiere Akzeptiere Analysiere Andere Anonymisiere Antworte Auftrag Beantrage Beantworte
Bedanke Befrage Begrusse Begruße Benachrichtige Benenne Beruhige Beschreibe Beschreib Bestatige Bestelle Besuche
Bewerte Bezahle Bitte Blockiere Buche Danke Definiere Diktiere Drucke Empfehle Entferne Entlasse Entschlussele Entwirf
Erganze Erinnere Erklare Erlaube Ermittle Ersetze Erstatte Erstelle Erwahne Erzahle Exportiere Extrahiere Extrahieren
Fasse Filtere Finde Formatiere Formuliere Frag Frage Fuge Fuhre Gib Gratuliere Grusse Gruße Hilf Hinterlege Hol Hole
Identifiziere Ignoriere Importiere Informiere Informieren Interviewe Kennzeichne Klassifiziere Kontaktiere Kontaktieren
Kontrolliere Kopiere Korrigiere Kundige Kurze Lade Lass Leite Lies Liste Losche Loschen Mach Mache Mahne Markiere Melde
Nenne Nennen Nimm Notiere Offne Ordne Organisiere Plane Prasentiere Protokolliere Prufe Prufen Recherchiere Reserviere
Ruf Rufe Rufen Sag Sage Schick Schicke Schicken Schlage Schreib Schreibe Schreiben Schwarze Sende Senden Setze Sortiere
Speichere Sperre Starte Storniere Streiche Such Suche Suchen Teile Trag Trage Treffe Triff Uberarbeite Ubermittle
Uberprufe Ubersetze Ubersetzen Ubertrage Uberweise Uberzeuge Unterstutze Verabschiede Veranlasse Verbinde Vereinbare
Verfasse Vergleiche Verifiziere Verlangere Vermerke Veroffentliche Verrechne Verschicke Verschiebe Verschlussele
Versetze Versichere Verstandige Verwarne Warne Wahle Zahle Zahlen Zeig Zeige Zeigen Zitiere Gestern Heute Morgen
Vielleicht Leider Danach Dann Dort Hier Jetzt Kunde Kundin Kunden Kollege Kollegin Kollegen Patient Patientin
Mitarbeiter Mitarbeiterin Sachbearbeiter Sachbearbeiterin Ansprechpartner Ansprechpartnerin Nachbar Nachbarin Freund
Freundin Chef Chefin Lehrer Lehrerin Arzt Arztin Anwalt Anwaltin Mieter Mieterin Vermieter Vermieterin Bewerber
Bewerberin Absender Empfanger Empfangerin Kontoinhaber Kontoinhaberin Karteninhaber Versicherungsnehmer
Versicherungsnehmerin Zeuge Zeugin Betreff Anfrage Rechnung Vertrag Nachricht`

const FRENCH = `
Accepte Active Affiche Aide Ajoute Annonce Annule Anonymise Appelle Assigne Avertis Bloque Calcule Cherche Classe
Commande Confirme Considere Consulte Contacte Convaincs Convoque Copie Corrige Decris Demande Desactive Dis Dites Donne
Ecris Efface Embauche Enregistre Envoie Envoyer Epelle Evalue Explique Exporte Extrais Extraire Extraits Felicite Ferme
Filtre Formule Identifie Imprime Indique Informe Insere Interroge Livre Masque Mentionne Mets Modifie Montre Nomme
Notifie Obtiens Ouvre Appelez Ecrivez Envoyez Extrayez Traduisez Repondez Prevenez Avertissez Decrivez Mettez Prenez
Lisez Ouvrez Obtenez Soumettez Suspendez Transmettez Payez Convainquez Etablissez Joignez Paie Partage Parle Paye
Planifie Prends Presente Previens Raconte Rappelle Recherche Recommande Redige Rediger Redirige Reformule Refuse
Relance Rembourse Remercie Remplace Rencontre Repete Reponds Reporte Reserve Resume Resumer Retire Retrouve Salue
Sauvegarde Signale Soumets Supprime Supprimer Suspends Telephone Teste Traduis Traduire Transfere Transmets Trie Trouve
Trouver Utilise Valide Verifie Verifier Vire Voici Voila Demain Aujourd'hui Client Cliente Collegue Patiente Salarie
Salariee Employe Employee Voisin Voisine Docteur Maitre Locataire Proprietaire Candidat Titulaire Expediteur
Destinataire Beneficiaire Objet`

const SPANISH = `
Abre Acepta Acepte Activa Actualiza Actualice Adjunta Adjunte Agenda Agende Agrega Agregue Agradece Agradezca Analiza
Analice Anade Anada Anonimiza Anonimice Apunta Archiva Asigna Asigne Avisa Avise Ayuda Ayude Bloquea Bloquee Borra
Borre Busca Buscar Busque Calcula Cambia Cambie Cancela Cancele Cita Clasifica Clasifique Compara Comparte Comparta
Comprueba Compruebe Comunica Comunique Confirma Considera Consulta Contacta Contactar Contesta Conteste Copia Corrija
Crea Cobra Cobre Da Dame Describa Despide Despida Dile Diles Digale Edita Edite Elimina Eliminar Elimine Encuentra
Encuentre Entrevista Entreviste Envia Enviar Envie Escribe Escriba Escribir Evalua Explica Exporta Extrae Extraer
Extraiga Felicita Filtra Firma Firme Guarda Guarde Habla Hable Haz Haga Identifica Identifique Ignora Imprima Incluye
Incluya Indica Informa Inserta Inserte Invita Lista Llama Llamar Llame Manda Mande Marca Marque Menciona Mencione
Modifica Modifique Mostrar Muestra Muestre Nombra Nombre Notifica Notifique Obten Obtenga Ofrece Ofrezca Oculta Oculte
Ordena Ordene Paga Pague Pide Pida Pon Ponga Pregunta Pregunte Prepara Presenta Programa Programe Propon Quita Quite
Recomienda Recomiende Recuerda Recuerde Redacta Redacte Reembolsa Reembolse Reemplaza Reemplace Registra Registre
Remite Remita Reserva Responde Responda Resuma Resumir Revisa Saluda Salude Selecciona Seleccione Suprime Suprima
Traduce Traducir Traduzca Transfiere Transfiera Trata Usa Utiliza Valida Verifica Verifique Ayer Hoy Manana Clienta
Companero Companera Empleado Empleada Vecino Vecina Amigo Amiga Inquilino Inquilina Propietario Propietaria Candidato
Candidata Titular Remitente Destinatario Destinataria Beneficiario Beneficiaria Abogado Abogada Asunto`

const ITALIAN = `
Aggiorna Aggiungi Aiuta Analizza Annulla Apri Archivia Avvisa Blocca Calcola Cancella Cerca Chiama Chiedi Compila
Confronta Conferma Contatta Controlla Correggi Descrivi Elenca Estrai Fissa Inserisci Intervista Invia Inviare Leggi
Mostra Nascondi Ordina Organizza Parla Prenota Ricorda Riassumi Ringrazia Rimuovi Rispondi Rimborsa Saluta Scrivi
Scrivere Segnala Sostituisci Spiega Stampa Telefona Traduci Trasferisci Trova Ieri Oggi Domani Collega Dipendente
Vicino Vicina Amico Amica Oggetto`

const RUSSIAN = `
Извлеки Извлеките Напиши Напишите Отправь Отправьте Пошли Пошлите Позвони Позвоните Вызови Вызовите Найди Найдите
Спроси Спросите Переведи Переведите Сообщи Сообщите Уведоми Уведомите Пригласи Пригласите Покажи Покажите Удали Удалите
Добавь Добавьте Замени Замените Проверь Проверьте Ответь Ответьте Напомни Напомните Поблагодари Поблагодарите Опиши
Опишите Создай Создайте Оплати Оплатите Передай Передайте Скажи Скажите Назови Назовите Обнови Обновите Поздравь
Поздравьте Заблокируй Заблокируйте Свяжись Свяжитесь Вчера Сегодня Завтра Затем Потом Здесь Клиент Клиентка Коллега
Пациент Пациентка Сотрудник Сотрудница Сосед Соседка Друг Подруга Директор Менеджер Тема`

const GREEK = `
Γράψε Γράψτε Στείλε Στείλτε Κάλεσε Καλέστε Βρες Βρείτε Ρώτα Ρώτησε Ρωτήστε Μετάφρασε Μεταφράστε Ενημέρωσε Ενημερώστε
Δείξε Δείξτε Διέγραψε Διαγράψτε Πρόσθεσε Προσθέστε Έλεγξε Ελέγξτε Απάντησε Απαντήστε Θύμισε Θυμίστε Ευχαρίστησε
Ευχαριστήστε Περίγραψε Περιγράψτε Εξήγαγε Εξάγετε Επικοινώνησε Επικοινωνήστε Πες Πείτε Χθες Σήμερα Αύριο Πελάτης
Πελάτισσα Συνάδελφος Ασθενής Υπάλληλος Γείτονας Φίλος Φίλη Διευθυντής Διευθύντρια Θέμα`

/** Every word of the lists, as written. */
export const LEADING_WORDS: readonly string[] = words(
  [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, RUSSIAN, GREEK].join(' '),
)

const BEYOND_ASCII = /[^ -~]/
const PLAIN: ReadonlySet<string> = new Set(LEADING_WORDS.map((word) => withoutAccents(word.toLowerCase())))

/** Endings that verbs have and names have not: `Kontaktiere`, `Anonymisieren`, `Simplify`, `Summarize`. */
const VERB_ENDING = /.{3}(?:ieren?|ify|ize)$/

/** What the listed forms may have behind them: `Rédigez`, `Escríbele`. `Ibáñez` is a name. */
const OTHER_ENDING = /(?<=e)z$|(?:l[aeo]s?|me|nos)$/

/** Whether a capitalised word, given in small letters, is one that stands before a name. */
export function isLeadingWord(lower: string): boolean {
  const plain = BEYOND_ASCII.test(lower) ? withoutAccents(lower) : lower
  return PLAIN.has(plain) || VERB_ENDING.test(plain) || PLAIN.has(plain.replace(OTHER_ENDING, ''))
}

function withoutAccents(lower: string): string {
  return lower.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')
}
