import type { Random } from '../seeded-random/random.ts'

type Maker = (random: Random) => string

const DIGITS = '0123456789'
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const SMALL = CAPITALS.toLowerCase()
const HEX = '0123456789abcdef'

function signs(random: Random, count: number, alphabet = DIGITS): string {
  return Array.from({ length: count }, () => alphabet.charAt(random.integer(0, alphabet.length - 1))).join('')
}

function groups(random: Random, sizes: readonly number[], gap: string, alphabet = DIGITS): string {
  return sizes.map((size) => signs(random, size, alphabet)).join(gap)
}

const two = (value: number) => String(value).padStart(2, '0')

const FIRST =
  'Anna Jonas Maria Peter Lukas Sofia Ahmed Fatima Yuki Hiroshi Chen Li Priya Arjun Olga Ivan Katarzyna Piotr Jan Eva José Carmen João Ana Giulia Marco Élodie Luc Lars Ingrid Mehmet Ayşe Nguyen Linh Budi Siti Kofi Amina Zanele Thabo David Sarah Michael Emily Robert Laura Daniel Helen George Ruth Noam Tamar Björn Zoë Dmitri Oksana Ravi Meera Tomasz Zsófia Andrei Ioana Nikos Eleni Juan Lucía Pierre Camille Hans Greta Mark Susan Kevin Alice Bob Erika Max'.split(
    ' ',
  )
const LAST =
  'Schmidt Müller Weber Fischer Meyer Garcia Martínez Rodríguez Silva Santos Rossi Ferrari Bianchi Dubois Laurent Bernard Smith Jones Brown Taylor Wilson Novák Kowalski Nowak Ivanov Petrova Shevchenko Yılmaz Demir Tanaka Suzuki Kim Park Wang Zhang Nguyen Tran Patel Sharma Singh Khan Hussein Haddad Cohen Levi Okafor Mensah Dlamini Jansen de Vries van Dijk Andersson Hansen Virtanen Papadopoulos Popescu Nagy Horvat O’Brien MacDonald Mustermann Doe Miller Lopez Berg Keller'.split(
    ' ',
  )
const FOREIGN =
  'Иван Петров|Олена Шевченко|田中 花子|王小明|김민수|محمد العلي|فاطمة حسن|राज शर्मा|प्रिया सिंह|Γιώργος Παππάς|דוד כהן|สมชาย ใจดี|রহিম উদ্দিন|علی رضایی|鈴木一郎|李娜|Мария Иванова|박지영'.split(
    '|',
  )
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const FOREIGN_MONTHS =
  'Januar März Mai Juli Oktober Dezember janvier février août décembre enero marzo agosto diciembre gennaio luglio maggio styczeń lipca мая июля сентября temmuz augustus juni července'.split(
    ' ',
  )
const STREETS =
  'Hauptstraße|Bahnhofstr.|Lindenweg|Am Markt|High Street|Park Avenue|Church Lane|Elm Street|Rue de la Paix|Avenue Foch|Calle Mayor|Via Roma|Corso Italia|Rua Augusta|Kerkstraat|Storgatan|ul. Długa|ул. Ленина|Atatürk Cad.|Main St|Broadway|Ring Road|Station Road'.split(
    '|',
  )
const CITIES =
  'Berlin Hamburg Wien Zürich London Leeds Dublin Paris Lyon Madrid Sevilla Lisboa Porto Roma Milano Amsterdam Utrecht Stockholm Oslo Warszawa Kraków Praha Budapest Athen Istanbul Ankara Kyiv Moscow Tokyo Osaka Seoul Beijing Shanghai Delhi Mumbai Jakarta Hanoi Bangkok Cairo Nairobi Lagos Toronto Boston Chicago Austin Seattle Denver Sydney Auckland'.split(
    ' ',
  )
const HOSTS =
  'example.com example.org example.net acme.example mail.example firma.example corp.example test.example'.split(' ')
const WORDS =
  'report invoice budget photo scan minutes draft plan data contract notes backup export index readme menu agenda logo survey ticket'.split(
    ' ',
  )

const name: Maker = (random) =>
  random.is(0.12) ? random.of(FOREIGN) : `${random.of(FIRST)}${random.is(0.75) ? ` ${random.of(LAST)}` : ''}`
const city: Maker = (random) => random.of(CITIES)
const year = (random: Random) => random.integer(random.is(0.5) ? 2019 : 1899, 2031)

const mail: Maker = (random) => {
  const [first, last] = [random.of(FIRST), random.of(LAST)].map((word) =>
    word
      .normalize('NFD')
      .replace(/[^a-z]/gi, '')
      .toLowerCase(),
  )
  const local = random.of([`${first}.${last}`, `${first}`, `${first?.charAt(0)}${last}`, `${last}${signs(random, 2)}`])
  const office = random.of(['info', 'billing', 'support', 'no-reply', 'hr', 'orders', 'sales+de'])
  return `${random.is(0.75) ? local : office}@${random.of(HOSTS)}`
}

const date: Maker = (random) => {
  const [y, m, d] = [year(random), random.integer(1, 12), random.integer(1, 28)]
  const month = random.is(0.7) ? (MONTHS[m - 1] as string) : random.of(FOREIGN_MONTHS)
  return random.of([
    `${y}-${two(m)}-${two(d)}`,
    `${two(d)}.${two(m)}.${y}`,
    `${m}/${d}/${y}`,
    `${d} ${month} ${y}`,
    `${month} ${d}, ${y}`,
    `${d}. ${month} ${y}`,
    `${month} ${y}`,
    `${y}年${m}月${d}日`,
    `${two(d)}/${two(m)}/${y}`,
    `${y}-${two(m)}-${two(d)}T${two(random.integer(0, 23))}:${two(random.integer(0, 59))}:00Z`,
  ])
}

const time: Maker = (random) => {
  const [h, m] = [random.integer(0, 23), random.of([0, 15, 30, 45, random.integer(0, 59)])]
  return random.of([
    `${two(h)}:${two(m)}`,
    `${(h % 12) + 1}:${two(m)} ${random.of(['am', 'pm', 'AM', 'PM'])}`,
    `${h} Uhr`,
  ])
}

const amount: Maker = (random) => {
  const value = random.integer(1, random.of([99, 999, 99_999, 5_000_000]))
  const cents = two(random.integer(0, 99))
  return random.of([
    `${value} EUR`,
    `€${value}.${cents}`,
    `$${value.toLocaleString('en-US')}`,
    `${value.toLocaleString('de-DE')},${cents} €`,
    `${value} USD`,
    `£${value}`,
    `CHF ${value}.${cents}`,
    `¥${value}`,
    `${value}.${cents}`,
    `₹${value.toLocaleString('en-IN')}`,
  ])
}

const phone: Maker = (random) =>
  random.of([
    () => `+49 ${groups(random, [3, 7], ' ')}`,
    () => `+1 (${signs(random, 3)}) 555-${signs(random, 4)}`,
    () => `0${groups(random, [3, 3, 4], ' ')}`,
    () => `+33 6 ${groups(random, [2, 2, 2, 2], ' ')}`,
    () => `+44 20 ${groups(random, [4, 4], ' ')}`,
    () => `0${signs(random, 2)}-${groups(random, [4, 4], '-')}`,
    () => `+${signs(random, 11)}`,
  ])()

const iban: Maker = (random) => {
  const bare = `${random.of(['DE', 'FR', 'ES', 'NL', 'IT', 'AT', 'GB', 'PL'])}${signs(random, 2)}`
  return random.is(0.5) ? `${bare} ${groups(random, [4, 4, 4, 4, 2], ' ')}` : `${bare}${signs(random, 18)}`
}

const code: Maker = (random) =>
  random.of([
    () => groups(random, [8, 4, 4, 4, 12], '-', HEX),
    () => `${signs(random, random.integer(2, 4), CAPITALS)}-${signs(random, random.integer(3, 8))}`,
    () => `${signs(random, 2, CAPITALS)}${signs(random, 6)}${signs(random, 1, CAPITALS)}`,
    () => `${groups(random, [4, 4, 4, 4], ' ')}`,
    () => `${groups(random, [3, 2, 4], '-')}`,
    () => `#${signs(random, random.integer(3, 7))}`,
    () => `1Z${signs(random, 16, CAPITALS + DIGITS)}`,
    () => `978-${groups(random, [1, 4, 4, 1], '-')}`,
    () => `req_${signs(random, 16, SMALL + DIGITS)}`,
    () => `usr-${signs(random, 5)}`,
    () => `B-${random.of(['MX', 'AB', 'KL'])} ${signs(random, 4)}`,
    () => `${signs(random, 2, CAPITALS)}${signs(random, 3)}`,
    () => `v${random.integer(0, 9)}.${random.integer(0, 40)}.${random.integer(0, 9)}`,
    () => signs(random, random.integer(1, 12)),
  ])()

const address: Maker = (random) => {
  const street = random.of(STREETS)
  const number = random.integer(1, 240)
  const place = `${signs(random, 5)} ${city(random)}`
  return random.of([
    `${street} ${number}, ${place}`,
    `${number} ${street}, ${city(random)}`,
    `${street} ${number}\n${place}`,
  ])
}

const link: Maker = (random) =>
  random.of([
    () => `https://${random.of(HOSTS)}/${random.of(WORDS)}/${signs(random, 4)}`,
    () => `http://10.0.${random.integer(0, 255)}.${random.integer(1, 254)}:8080/${random.of(WORDS)}`,
    () =>
      `/home/${random.of(['ben', 'eva', 'app'])}/${random.of(WORDS)}-${year(random)}.${random.of(['pdf', 'csv', 'txt'])}`,
    () => `${random.of(WORDS)}_${signs(random, 3)}.${random.of(['xlsx', 'png', 'docx', 'json', 'md'])}`,
    () => `192.168.${random.integer(0, 255)}.${random.integer(1, 254)}`,
    () => `C:\\Users\\${random.of(FIRST)}\\${random.of(WORDS)}.docx`,
    () => `git@${random.of(HOSTS)}:team/${random.of(WORDS)}.git`,
  ])()

const measure: Maker = (random) =>
  `${random.integer(1, 900)}${random.of(['', '.5', ',25'])} ${random.of(['kg', 'km', 'm²', '%', 'ml', '°C', 'GB', 'kWh', 'hours', 'mg', 'mi', 'Stück', 'px', 'cups', 'ms'])}`

const KINDS: readonly Maker[] = [name, mail, date, time, amount, phone, iban, code, address, link, measure, city]

/** Values as they stand in fields, cells and short questions; each is of our own making, and none an attack. */
export const VALUES: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ['v_name', name],
  ['v_mail', mail],
  ['v_date', date],
  ['v_time', time],
  ['v_amount', amount],
  ['v_phone', phone],
  ['v_iban', iban],
  ['v_code', code],
  ['v_address', address],
  ['v_link', link],
  ['v_measure', measure],
  ['v_city', city],
  ['value', (random) => random.of(KINDS)(random)],
])
