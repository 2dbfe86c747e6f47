import { words } from '../phrases.ts'

/** Capitalised words that begin or end something else than a person's name. Written for this project. */
const OTHER_WORDS = `
I A An The This That These Those It He She We You They My Your His Her Our Their Its Who What When Where Why How Which
And Or But If Then So As At By For From In Into Of On To With Without About After Before During Since Until Please
Thanks Thank Hello Hi Hey Dear Regards Sincerely Best Kind Yours Cheers Yes No Not Ok Okay Is Are Was Were Be Been Do
Does Did Done Can Could Will Would Shall Should May Might Must Have Has Had Get Got Give Make Made Take Let Go Going
Come See Say Said Tell Ask Write Read Send Sent Call Called Email Find Show List Add Remove Delete Update Create Open
Close Use Using Check Look Help Need Want Know Think Explain Describe Summarize Translate Generate Rewrite Draft Book
Order Buy Sell Pay Transfer Schedule Cancel Contact Meet Meeting Visit Monday Tuesday Wednesday Thursday Friday
Saturday Sunday Mon Tue Wed Thu Fri Sat January February March April June July August September October November
December Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Today Tomorrow Yesterday Morning Evening Night North South
East West Northern Southern Eastern Western Upper Lower Central Great New Old Big Little Saint St San Santa Los Las El
La Le Les Street Avenue Road Lane Drive Boulevard Square Park Place Court Bridge River Lake Mount Mountain Island
Islands Bay Beach City Town Village County State States Province Republic Kingdom Union United University College
School Institute Academy Hospital Clinic Center Centre Church Museum Library Theatre Theater Hotel Restaurant Cafe
Bank Airport Station Stadium House Hall Tower Building Office Department Ministry Agency Council Committee Commission
Court Board Team Group Club League Cup Series Festival Award Awards Prize Company Corporation Corp Inc Ltd LLC GmbH AG
SA PLC Co Bros Brothers Sons Partners Holdings Foundation Association Society Federation Army Navy Force Forces Police
Party Congress Senate Parliament Government Act Law Bill Treaty War Battle World National International American
British English French German Spanish Italian Chinese Japanese Russian Indian Canadian Australian European African
Asian Latin Roman Greek Irish Scottish Welsh Dutch Swedish Danish Norwegian Finnish Polish Turkish Arabic Jewish
Christian Catholic Islamic Muslim Hindu Buddhist America England Britain France Germany Spain Italy China Japan Russia
India Canada Australia Europe Africa Asia Mexico Brazil Ireland Scotland Wales Netherlands Sweden Denmark Norway
Finland Poland Turkey Greece Portugal Austria Switzerland Belgium Hungary Ukraine Israel Iran Iraq Egypt Korea Vietnam
Thailand Singapore Malaysia Indonesia Pakistan Bangladesh Nigeria Kenya Argentina Chile Colombia Peru Cuba London
Paris Berlin Madrid Rome Moscow Tokyo Beijing Shanghai York Chicago Boston Seattle Dallas Houston Atlanta Miami Denver
Detroit Phoenix Philadelphia Washington Texas California Florida Virginia Carolina Georgia Ohio Michigan Illinois
Arizona Colorado Oregon Nevada Utah Iowa Kansas Missouri Indiana Kentucky Tennessee Alabama Mississippi Louisiana
Oklahoma Nebraska Dakota Montana Wyoming Idaho Alaska Hawaii Maine Vermont Massachusetts Connecticut Delaware Maryland
Jersey Hampshire Toronto Montreal Vancouver Sydney Melbourne Dublin Edinburgh Manchester Liverpool Birmingham
Microsoft Google Apple Amazon Facebook Twitter Instagram Youtube Netflix Windows Linux Android Java Python Javascript
Excel Word Internet Web Data Model System Server Service Software Project Product Program Plan Report Chapter Section
Table Figure Page Part Volume Version Number Name Address Phone Mobile Fax Date Time Year Month Week Day Age Account
Card Order Invoice Customer Client Patient Employee Manager Director President Chairman Minister Secretary General
Captain Colonel Major Sergeant Officer Doctor Professor Engineer Chief Executive Senior Junior Lord Lady King Queen
Prince Princess Pope Bishop God Jesus Christ Lord Mom Dad Mum Mother Father Sister Brother Uncle Aunt Santa Claus Day
Eve Christmas Easter Thanksgiving Halloween Album Song Band Rock Pop Jazz Blues Music Film Movie Show TV Radio News
Times Post Journal Magazine Press Book Story Game Games Sports Football Baseball Basketball Hockey Soccer Open Grand
Prix Credit Debit Visa Mastercard Social Security Black White Red Blue Green Golden Silver Gold Human Resources Legal
Sales Marketing Finance Support Subject Re Fwd Cc Bcc Note Notes Question Answer Example Input Output Error Warning
Ave Rd Blvd Dr Ln Apt Suite Box Zip RT Señor Señora Herr Frau Madame Monsieur Der Die Das Ein Eine Und Oder Ich Sie
Wir Ihr Mit Von Für Auf Bei Nach Los Una Uno Por Para Con Del Que Este Esta Les Des Une Est Dans Pour Avec Sur Par Je
Vous Nous Paciente Hospital Calle Avenida Servicio Datos Médico Domicilio Localidad Provincia Mujer Varón Niño Niña
Adolescente Hombre Bebé ID Nombre Apellidos Fecha Motivo Remitido Antecedentes Informe Edad Sexo Correo País Mr Mrs Ms
Miss Prof Sir Madam Acting Act Hundreds Thousands Mme Mlle Doña Dña Señorita Sra Srta PM AM UTC GMT EST PST CET
Karte Konto Rechnung Nummer Auftrag Bestellung Vertrag Termin Adresse Telefon Datum Betrag Bitte Danke Frage Antwort
Tarjeta Cuenta Factura Pedido Carte Compte Facture Commande
`

const WORDS: ReadonlySet<string> = new Set(
  OTHER_WORDS.trim()
    .split(/\s+/)
    .map((word) => word.toLowerCase()),
)

/** Small words inside a name. */
export const NAME_PARTICLES: readonly string[] = words(
  'van von zu der den de del della di da do dos das du la le el al bin ibn ben ter ten af av y e',
)

/** Whether a capitalised word, given in small letters, is hardly ever part of a person's name. */
export function isOtherWord(lower: string): boolean {
  return WORDS.has(lower)
}

/** What follows the name of a company, place or institution. */
export const ORGANISATION_ENDINGS: ReadonlySet<string> = new Set(
  `inc ltd llc gmbh ag plc corp corporation co company bank university college school hospital clinic institute
   foundation group street avenue road lane drive boulevard square park place court bridge river lake county city
   airport station stadium house hall tower building award prize cup league church museum library hotel restaurant
   holdings partners associates & and sons bros st ave rd blvd law theorem algorithm equation effect disease syndrome
   test act river island islands beach bay metrics`
    .trim()
    .split(/\s+/),
)
