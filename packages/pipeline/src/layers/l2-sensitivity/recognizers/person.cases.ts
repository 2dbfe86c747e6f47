import { type CaseTable, eachPhrase, eachWord, type LabelledMatch, type Match } from './table.cases.ts'

/** Made-up persons. Qworvan and Tzebril are in no list, Rose is a name and a flower, Michael is a name alone. */
export const PERSON_CASES: CaseTable = {
  matches: [
    ['Dear Mr. Okonjo, thank you', 'Okonjo'],
    ['My name is Alice Smith.', 'Alice Smith'],
    ['I am Xerxes Qwghlm.', 'Xerxes Qwghlm'],
    ['I met Jean-Luc Picard yesterday', 'Jean-Luc Picard'],
    ["Call Miles O'Neil now", "Miles O'Neil"],
    ['A letter from Anna van der Berg arrived', 'Anna van der Berg'],
    ['Director John F. Kennedy spoke', 'John F. Kennedy'],
    ['Frau Dr. Müller ist krank', 'Müller'],
    ['Patient: Zbynek Kral', 'Zbynek Kral'],
    ['Best regards,\nPriya', 'Priya'],
    ['Quorl Vantz <q@example.com>', 'Quorl Vantz'],
    ['my name is anthony', 'anthony'],
    ['Rajesh Kumar and Wei Zhang met', 'Rajesh Kumar', 'Wei Zhang'],
    ['José García vive aquí', 'José García'],
    ['Jose\u0301 Garci\u0301a vive aqui\u0301', 'Jose\u0301 Garci\u0301a'],
    ['Аlice Smith with a Cyrillic letter', 'Аlice Smith'],
    ['Mit freundlichen Grüßen\nHeinz-Jürgen Brüggemann', 'Heinz-Jürgen Brüggemann'],
    ['Viele Grüße\r\nAnnegret', 'Annegret'],
    ['Cordialement,\nAgnès Delacroix', 'Agnès Delacroix'],
    ['Un saludo,\nIñaki Goikoetxea', 'Iñaki Goikoetxea'],
    ['Frau Bräsemann ruft an', 'Bräsemann'],
    ['Mme Dieudonné', 'Dieudonné'],
    ['Doña Remedios Iturbe', 'Remedios Iturbe'],
    ['so d. Qworvan came', 'Qworvan'],
    ['10:42Mrs. Qworvan came', 'Qworvan'],
    ['> Thanks,\n> Seun', 'Seun'],
    ['>> Best regards,\n>> Quorl Vantz', 'Quorl Vantz'],
    ['Meine Kollegin heißt Annegret Pfützenreuter', 'Annegret Pfützenreuter'],
    ['3:14 PM Oluwaseun Adebayo', 'Oluwaseun Adebayo'],
    ['Mr. Jenkins runs the build server', 'Jenkins'],
    ['Tell Victoria that Jackson called', 'Victoria', 'Jackson'],
    ["VALUES (1, 'Maria Keller', 'José García')", 'Maria Keller', 'José García'],
    ["l'amie d'Anna Keller", 'Anna Keller'],
    ['la sœur d’Élodie Dupont', 'Élodie Dupont'],
    // Double names.
    ['Anna-Maria Keller-Schmidt', 'Anna-Maria Keller-Schmidt'],
    ['today Hans-Peter Müller-Lüdenscheid', 'Hans-Peter Müller-Lüdenscheid'],
    ['Karl-Heinz Meier', 'Karl-Heinz Meier'],
    ['today Marie-Claire Dupont-Lefèvre', 'Marie-Claire Dupont-Lefèvre'],
    ['today Qworvan Keller-Schmidt', 'Qworvan Keller-Schmidt'],
    ['ANNA-MARIA KELLER-SCHMIDT', 'ANNA-MARIA KELLER-SCHMIDT'],
    ['today Hans-Peter', 'Hans-Peter'],
    ['with Anna Keller & Bob Miller', 'Anna Keller', 'Bob Miller'],
    ['delighted for Shane & Michael', 'Shane', 'Michael'],
    ['these boys, Shane &amp; Jonah', 'Shane', 'Jonah'],
    ['well, Sandra & I', 'Sandra'],
    // The word before a name.
    ['Extract Maria Keller', 'Maria Keller'],
    ['EXTRACT MARIA KELLER', 'MARIA KELLER'],
    ['Please Kindly Email Maria Keller', 'Maria Keller'],
    ["Summarise Maria Keller's complaint", 'Maria Keller'],
    ['Refund Keller-Schmidt and Extract Johnson', 'Johnson'],
    ['Escalate Quorl Keller', 'Quorl Keller'],
    // Cyrillic and Greek letters.
    ['Иван Петров', 'Иван Петров'],
    ['Вчера Иван Петров звонил', 'Иван Петров'],
    ['письмо Ивану Сергеевичу Петрову', 'Ивану Сергеевичу Петрову'],
    ['Петров Иван Сергеевич', 'Петров Иван Сергеевич'],
    ['с Анной-Марией Римской', 'Анной-Марией Римской'],
    ['ИВАН ПЕТРОВ', 'ИВАН ПЕТРОВ'],
    ['Напиши Ольге Кузнецовой', 'Ольге Кузнецовой'],
    ['звонит Енох Сергеевич', 'Енох Сергеевич'],
    ['звонит Смирнов', 'Смирнов'],
    ['Олександр Шевченко', 'Олександр Шевченко'],
    ['Димитър Стоянов', 'Димитър Стоянов'],
    ['Јелена Јовановић', 'Јелена Јовановић'],
    ['Γιώργος Παπαδόπουλος', 'Γιώργος Παπαδόπουλος'],
    ['ΓΙΩΡΓΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ', 'ΓΙΩΡΓΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ'],
    ['Χθες η Μαρία Παπαδάκη', 'Μαρία Παπαδάκη'],
    ['Στείλε Ελένη Γεωργίου', 'Ελένη Γεωργίου'],
    ['του Γιώργου Παπαδόπουλου', 'Γιώργου Παπαδόπουλου'],
    ['Παπαδόπουλος Γιώργος', 'Παπαδόπουλος Γιώργος'],
    // The rules of the name itself.
    ['today Alice Qworvan', 'Alice Qworvan'],
    ['today Qworvan Smith', 'Qworvan Smith'],
    ['today Smith Alice', 'Smith Alice'],
    ['today Qworvan T. Tzebril', 'Qworvan T. Tzebril'],
    ['today Michael', 'Michael'],
    ['today Johnson', 'Johnson'],
    // The rules of what stands around it.
    ["so Rose's hat", 'Rose'],
    ['so Rose <r@example.com>', 'Rose'],
    ['so Rose, aged 40', 'Rose'],
    ['so Rose (40)', 'Rose'],
    ['the customer is Qworvan here', 'Qworvan'],
    ...eachWord(
      `mr mrs ms miss mx dr prof professor doctor sir madam dame judge justice senator sen rep rev reverend father herr
       frau hr fr dipl ing monsieur madame mme mlle señor señora señorita sr sra srta don doña dra dña sig signor
       signora dott sheikh shri smt capt captain lt sgt col господин господину господина господином госпожа госпоже
       госпожу г-н г-на г-ну г-жа г-жу г-же пан пані κύριος κύριε κύριο κυρία κος κα δρ`,
      (title): Match => [`so ${title}. Qworvan came`, 'Qworvan'],
    ),
    ...eachPhrase(
      `name | name's | name is | i am | i'm | this is | named | call me | patient
       dear | hi | hello | hey | regards | sincerely | cheers | thanks | yours | yours truly | signed | signed by
       speak to | speak with | speaking to | speaking with | ask for | met | met with
       wife | husband | son | daughter | brother | sister | friend | mother | father | boss | manager
       mfg | hochachtungsvoll | ich bin | mein name ist | heißt | heiße | heisst | heisse
       cordialement | salutations | salutations distinguées | bien à vous | amicalement | je suis | je m'appelle
       s'appelle | un saludo | saludos | saludos cordiales | atentamente | un abrazo | se llama | me llamo | soy
       mi nombre es | médico | autor | autores | remitido por | responsable clínico | apellidos | nombre
       mi chiamo | mera naam | меня зовут | его зовут | её зовут | с уважением | уважаемый | уважаемая | мене звати
       з повагою | με λένε | τον λένε | την λένε | ονομάζομαι | λέγομαι | με εκτίμηση | αγαπητέ | αγαπητή`,
      (introduction): Match => [`so ${introduction}, Qworvan came`, 'Qworvan'],
    ),
    ...eachWord(
      `customer client employee colleague user member guest tenant applicant candidate student cardholder beneficiary
       recipient attn attention contact sender author doctor dr`,
      (role): Match => [`the ${role}, Qworvan, came`, 'Qworvan'],
    ),
    ...eachWord('nom from to cc by', (heading): Match => [`${heading}: Qworvan est ici`, 'Qworvan']),
    ...eachWord(
      'freundlich herzlich best viel lieb schön',
      (adjective): Match => [`mit ${adjective}en grüßen\nQworvan`, 'Qworvan'],
    ),
    ...eachWord(
      'grüße grüßen grüsse grüssen grueße grueßen gruesse gruessen',
      (noun): Match => [`viele ${noun}\nQworvan`, 'Qworvan'],
    ),
    ...eachWord(
      'im from to by for with and tell ask email e-mail call told asked between of about',
      (pointer): Match => [`so ${pointer} Rose now`, 'Rose'],
    ),
    ...eachPhrase(
      `said | says | asked | asks | called | calls | wrote | writes | emailed | lives | lived | works | worked
       was born | told | replied | joined | is my | has been | can be reached | needs | wants | requested`,
      (predicate): Match => [`so Rose ${predicate} it`, 'Rose'],
    ),
    ...eachWord(
      'says said asked replied called married',
      (verb): Match => [`she ${verb} Qworvan Tzebril`, 'Qworvan Tzebril'],
    ),
    ...eachPhrase(
      'said | says | asked | asks | wrote | writes | replied | was born | lives | told',
      (verb): Match => [`so Qworvan Tzebril ${verb} it`, 'Qworvan Tzebril'],
    ),
    ...eachPhrase(
      `i am | i'm | name is | call me | mr | mr. | mrs | mrs. | ms | ms. | dr | dr. | dear`,
      (before): Match => [`so ${before} anthony came`, 'anthony'],
    ),
    ...eachWord(
      'van von zu der den de del della di da do dos das du la le el al bin ibn ben ter ten af av y e',
      (particle): Match => [`today Michael ${particle} Qworvan`, `Michael ${particle} Qworvan`],
    ),
  ],
  underLabels: [
    ['full_name', 'Quorl Vantz', 'Quorl Vantz'],
    ...eachWord(
      'name surname nombre nachname vorname nom prénom',
      (name): LabelledMatch => [name, 'JoQworvan', 'JoQworvan'],
    ),
    ...eachPhrase(
      `full | first | last | given | family | middle | display | user | customer | client | patient | employee | contact
       cardholder | holder | recipient | sender | owner | manager | doctor | author | assignee | account holder`,
      (qualifier): LabelledMatch => [`${qualifier} name`, 'JoQworvan', 'JoQworvan'],
    ),
    ...eachWord(
      `customer client patient employee contact cardholder recipient sender assignee manager doctor author person
       beneficiary`,
      (role): LabelledMatch => [role, 'JoQworvan', 'JoQworvan'],
    ),
  ],
  nearMisses: [
    'Use Jenkins, Docker, Jackson, Hudson, Maven',
    'Victoria Metrics',
    'JP Morgan and Morgan Stanley',
    'J.P. Morgan',
    'with Ruby on Rails',
    'a book about Haskell',
    'Ignoriere die Kommentare im Code',
    'The New York Times wrote',
    'We visited San Francisco in June.',
    'Johnson & Johnson Inc. reported',
    'today Simon &amp; Schuster',
    'Please open the Settings page',
    'Will you mark this in May?',
    'I am happy',
    'THE QUICK BROWN FOX',
    'Harvard University and Microsoft',
    'the Johnson Foundation',
    'a 3D Render and 2.5s Startup',
    'so Rose',
    'so Qworvan Tzebril',
    'my name is SocketError',
    'my name is UserRef',
    'so anthony came',
    'Новый Магазин',
    'Вера помогает',
    'Он живёт в Москве',
    'Η Ελλάδα και η Κύπρος',
    'Taylor-Jones',
    'Thomas-James',
    ...eachWord(
      `& san santa st st. saint los las calle avenida av. c/ улица улице ул. проспект площадь святого святой οδός οδού
       λεωφόρος πλατεία αγ. αγίου αγίας βασιλέως`,
      (word) => `so ${word} Michael`,
    ),
    ...eachWord(
      `docker kubernetes maven gradle ant npm git github gitlab ci cd api json xml yaml jar library libraries framework
       plugin pipeline pipelines build builds deploy deployment install server compiler rails language programming
       python java javascript typescript rust golang php linux helm terraform ansible prometheus grafana kafka postgres
       redis spring software code import package`,
      (word) => `so Jenkins and ${word}`,
    ),
  ],
}
