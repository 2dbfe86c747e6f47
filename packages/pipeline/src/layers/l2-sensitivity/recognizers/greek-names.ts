import { words } from '../phrases.ts'

/** Common Greek given names, written for this project. */
const GIVEN = `
Αγγελική Αγγελος Αθανάσιος Αθανασία Αικατερίνη Αλέξανδρος Αλεξάνδρα Αλέξης Αναστασία Αναστάσιος Ανδρέας Αντώνης
Αντωνία Άννα Απόστολος Αργύρης Αργυρώ Αριστείδης Αριστοτέλης Άρης Βαγγέλης Βαρβάρα Βασίλης Βασίλειος Βασιλική Γεώργιος
Γεωργία Γιάννης Γιώργος Γρηγόρης Δέσποινα Δημήτρης Δημήτριος Δήμητρα Διονύσης Διονύσιος Ειρήνη Ελένη Ελευθερία
Ελευθέριος Λευτέρης Ελισάβετ Εμμανουήλ Ευάγγελος Ευαγγελία Ευγενία Ευθύμιος Ευθύμης Ευτυχία Ζωή Ηλίας Ηρακλής Θάνος
Θανάσης Θεοδώρα Θεόδωρος Θεοδόσης Θωμάς Ιάσονας Ιωάννα Ιωάννης Κατερίνα Κωνσταντίνος Κωνσταντίνα Κώστας Κυριακή
Κυριάκος Λάμπρος Λεωνίδας Λουκάς Μαρία Μαρίνα Μαργαρίτα Μάριος Μάρκος Μιχάλης Μιχαήλ Μιλτιάδης Νεφέλη Νίκη Νίκος
Νικόλαος Νικολέτα Ξένια Οδυσσέας Όλγα Ορέστης Παναγιώτα Παναγιώτης Παντελής Παρασκευή Πάνος Παύλος Πελαγία Περικλής
Πέτρος Πηνελόπη Ράνια Ραφαήλ Σάββας Σοφία Σπύρος Σπυρίδων Σταμάτης Σταυρούλα Σταύρος Στέλιος Στέλλα Στέφανος Στυλιανή
Στυλιανός Σωκράτης Σωτήρης Σωτηρία Τάσος Φανή Φίλιππος Φώτης Φωτεινή Χάρης Χαράλαμπος Χριστίνα Χριστόφορος Χρήστος
Χρυσούλα Μανώλης Στρατής Θεανώ
`

/** Given names that are also common words, days or places: alone they say nothing. */
const AMBIGUOUS = 'Ειρήνη Ζωή Νίκη Παρασκευή Κυριακή Ελευθερία Σοφία Άρης Γεωργία Χάρης Ευτυχία Μαρίνα Αργύρης'

/** Common family names, as men bear them; the feminine and the genitive form end otherwise. */
const FAMILY = `
Παπαδόπουλος Παπαγεωργίου Παπαδάκης Οικονόμου Βλάχος Γεωργίου Δημητρίου Νικολάου Ιωάννου Κωνσταντίνου Παππάς
Αντωνίου Χριστοδούλου Αθανασίου Βασιλείου Καραγιάννης Μακρής Αγγελόπουλος Νικολαΐδης Παπανικολάου Παπαδημητρίου
Παπακωνσταντίνου Παπαϊωάννου Ιωαννίδης Κωνσταντινίδης Γεωργιάδης Δημόπουλος Θεοδώρου Αλεξίου Μιχαηλίδης Σταματίου
Αναγνώστου Καραμανλής Μητσοτάκης Τσίπρας Σαμαράς Βενιζέλος Κουτσούκος
`

/** The endings of the cases, by the ending of the first case, without accents. */
const CASES: readonly (readonly [ending: RegExp, endings: string])[] = [
  [/οσ$/, 'οσ ου ο ε'],
  [/ησ$/, 'ησ η ου'],
  [/ασ$/, 'ασ α'],
  [/α$/, 'α ασ'],
  [/η$/, 'η ησ'],
  [/ω$/, 'ω ωσ'],
  [/$/, ''],
]

const FAMILY_ENDING =
  /^.{3,}(?:οπουλ(?:οσ|ου|ο|ε)|ιδ(?:ησ|η|ου)|αδ(?:ησ|η|ου)|ακ(?:ησ|η)|ογλου|ελ(?:ησ|η)|ατ(?:οσ|ου|ο))$/

const givenNames = formsOf(words(GIVEN))
const ambiguousNames = formsOf(words(AMBIGUOUS))
const familyNames = formsOf(words(FAMILY))

/** Whether a word, in small letters, is a given name in any of its cases, with or without accents. */
export function isGreekGivenName(lower: string): boolean {
  return givenNames.has(plain(lower))
}

/** Whether a given name is a word of another meaning, too. */
export function isAmbiguousGreekName(lower: string): boolean {
  return ambiguousNames.has(plain(lower))
}

/** Whether a word, in small letters, is a common family name. */
export function isGreekSurname(lower: string): boolean {
  return familyNames.has(plain(lower))
}

/** Whether a word has the ending of a family name; other words have it, too. */
export function hasGreekSurnameEnding(lower: string): boolean {
  return FAMILY_ENDING.test(plain(lower))
}

function formsOf(names: readonly string[]): ReadonlySet<string> {
  const forms = new Set<string>()
  for (const name of names.map(plain)) {
    const [ending, endings] = CASES.find(([pattern]) => pattern.test(name)) ?? [/$/, '']
    for (const other of endings.split(' ')) forms.add(name.replace(ending, other))
  }
  return forms
}

/** Without accents, which capitals have not, and with one form of sigma. */
function plain(name: string): string {
  return name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ς', 'σ')
}
