function list(words: string): readonly string[] {
  return words.trim().split(/\s+/)
}

/**
 * ISO 4217, list one, without funds, metals and codes for tests:
 * https://www.six-group.com/en/products-services/financial-information/data-standards.html
 */
export const CODES: readonly string[] = list(`
  AED AFN AOA ARS AUD AWG AZN BBD BDT BHD BIF BMD BND BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY CRC CVE CZK DJF DKK
  DOP DZD EGP ERN ETB EUR FJD FKP GBP GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES
  KGS KHR KMF KPW KRW KWD KYD KZT LBP LKR LRD LSL LYD MDL MGA MKD MMK MNT MRU MUR MVR MWK MXN MYR MZN NGN NIO NOK NPR
  NZD OMR PAB PGK PHP PKR PLN PYG QAR RSD RUB RWF SAR SBD SDG SEK SGD SHP SLE SRD SSP STN SVC SYP SZL THB TJS TMT TND
  TTD TWD TZS UAH UGX USD UYU UZS VES VUV XAF XCD XOF XPF YER ZAR ZMW`)

/** Codes of the same list that are words, in capitals too: they count behind a number only. */
export const WORD_CODES: readonly string[] = list(
  'ALL AMD BAM BGN BOB COP CUP GEL LAK MAD MOP NAD PEN RON SCR SOS TOP TRY VND WST',
)

/**
 * Signs of letters. Those of Unicode's category Sc need no list:
 * https://www.unicode.org/reports/tr44/#General_Category_Values
 */
export const LETTER_SIGNS: readonly string[] = list(
  'US$ A$ AU$ C$ CA$ HK$ NZ$ S$ NT$ R$ MX$ Fr. SFr. Rs. Rs kr. kr zł Kč Ft',
)

/** Names of currencies in the languages of the names of months, but for weights (`pound`). */
export const NAMES: readonly string[] = [
  ...list(`
    dollar dollars dollari dollaro dólar dólares euro euros cent cents yen yens yuan renminbi rupee rupees rubel rouble
    roubles ruble rubles franc francs franchi franken frank peso pesos real reais zloty złoty złotych krone kroner krona
    kronor kronen forint dirham dirhams riyal riyals shekel shekels lira liras quid bucks sterline`),
  ...['pounds sterling', 'pound sterling', 'Pfund Sterling', 'livres sterling', 'libras esterlinas', 'libras'],
]

/** What multiplies a number, by how it is written; in letter case as they stand. */
export const SCALES: readonly string[] = [
  ...list(`
    k K m M mn bn Mio. Mio Mrd. Mrd thousand million millions billion billions tausend Million Millionen Milliarde
    Milliarden mille mila milione milioni miliardo miliardi mil millón millones milhão milhões milliers milliard
    milliards duizend miljoen miljard`),
]
