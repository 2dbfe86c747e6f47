import { words } from '../../phrases.ts'
import { ARABIC_FAMILY, ARABIC_GIVEN } from './arabic-names.ts'
import { ARMENIAN_FAMILY, ARMENIAN_GIVEN } from './armenian-names.ts'
import { DEVANAGARI_AMBIGUOUS, DEVANAGARI_FAMILY, DEVANAGARI_GIVEN } from './devanagari-names.ts'
import { GEORGIAN_FAMILY, GEORGIAN_GIVEN } from './georgian-names.ts'
import { HEBREW_FAMILY, HEBREW_GIVEN } from './hebrew-names.ts'
import type { SpacedScript } from './spaced-names.ts'

const NONE: ReadonlySet<string> = new Set()
const NEVER = /(?!)/

/** Without the marks of vowels, and with one form of each letter that is written in several. */
function plainArabic(word: string): string {
  return word
    .replace(/[\u064B-\u065F\u0670\u0640]/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
}

function plainHebrew(word: string): string {
  return word.replace(/[\u0591-\u05C7]/g, '')
}

/** Letters with a dot below are written with one code point or with two. */
function plainDevanagari(word: string): string {
  return word.normalize('NFC').replaceAll('\u093C', '')
}

function same(word: string): string {
  return word
}

function plainAll(names: ReadonlySet<string>, plain: (word: string) => string): ReadonlySet<string> {
  return new Set(Array.from(names, plain))
}

const ARABIC: SpacedScript = {
  word: /[\u0621-\u064A\u064B-\u065F\u0670-\u06D3]+/g,
  given: plainAll(ARABIC_GIVEN, plainArabic),
  family: plainAll(ARABIC_FAMILY, plainArabic),
  ambiguous: plainAll(
    new Set(
      words(`
        أمان أمين أمير أميرة آية إسلام إيمان بدر بركات ثابت جمال جمعة جميل جميلة جهاد حسن حكيم حليم رائد ربيع رجب رشيد رضا رعد
        رمضان سالم سعد سعيد سلامة سلطان سليم سيف شاكر شريف شعبان شهاب صابر صالح عادل علي كريم كريمة كمال ماجد منصور منى ناصر
        نور هبة هدى هند وفاء وليد سناء نادية سارة تيسير توفيق جلال ذاكر راتب راغب نبيل القاسم المقداد عام خالد عمر`),
    ),
    plainArabic,
  ),
  familyForm: /^ال.{2,}ي$/,
  particles: new Set(words('بن ابن بنت ابو ام ال عبد')),
  prefix: /^[ولبفك](.{3,})$/,
  ending: NEVER,
  others: plainAll(
    new Set(words('عموما هو هي في من على الى هذا هذه أن لا ما كل الذي التي رئيس وزير مدير أستاذ دكتور العام')),
    plainArabic,
  ),
  otherForm: NEVER,
  plain: plainArabic,
}

const HEBREW: SpacedScript = {
  word: /[\u05D0-\u05EA][\u0591-\u05C7\u05D0-\u05EA]*(?:["'״׳][\u05D0-\u05EA]{1,3})?/g,
  given: HEBREW_GIVEN,
  family: HEBREW_FAMILY,
  ambiguous: new Set(
    words(`
      אביב אגם אדר אדיר אדם אהבה אופיר אופק אור אושר אילן אילת אמיר אמת אריאל ארז ארנון אשד אתר בר ברוך ברק גיא גיל גל גלי גפן דגן דביר
      דבר דולב דן דניאל דקל דר דרור הדס הדר הילה זהב זיו זמיר חופית חיים חן חנן חרות טוב טל טליה יהלום יובל יונה יוסף ים יעל יפה ירדן
      כוכב כלנית כפיר כרמל כרם לבן לביא לילך לירון מאיר מור מיכל מרגלית מתן נוי נועם נור ניצן ניר נעים נעמי נצר נריה סהר סער סתיו עדי
      עדן עומר עופר עידן עמית ענבל ענת פז פלג פנינה פרח צביה ציון צור צליל קרן קשת רביב רון רז רותם רם רן רנה שביט שגיא שגית שושנה שחר
      שי שיר שירה שירי שלום שלו שמחה שני שקד תבור תום תומר תקווה תמר תפארת`),
  ),
  familyForm: /^(?:.{3,}וביץ|.{3,}(?:שטיין|ברג|מן))$/,
  particles: new Set(words('בן בר בת')),
  prefix: /^[ולבמשהכ](.{3,})$/,
  ending: NEVER,
  others: new Set(words('הוא היא של את על לא זה זאת אני כל אם גם כי עם הראשי הכללי')),
  otherForm: NEVER,
  plain: plainHebrew,
}

const DEVANAGARI: SpacedScript = {
  word: /[\u0900-\u0963\u0970-\u097F]+/g,
  given: plainAll(DEVANAGARI_GIVEN, plainDevanagari),
  family: plainAll(DEVANAGARI_FAMILY, plainDevanagari),
  ambiguous: plainAll(DEVANAGARI_AMBIGUOUS, plainDevanagari),
  familyForm: NEVER,
  particles: NONE,
  prefix: NEVER,
  ending: NEVER,
  others: new Set(
    words(
      'है हैं था थी थे के का की को ने से में पर और यह वह मैं आप हम क्या कौन नहीं जो भी तो ही एक साहब मंत्री शायद उन्होंने गया रखा दिया राष्ट्रपति महोदय सदस्य',
    ),
  ),
  // Participles: `नाम बदलकर`.
  otherForm: /.{2}कर$/,
  plain: plainDevanagari,
}

const GEORGIAN: SpacedScript = {
  word: /[\u10D0-\u10FF]+/g,
  given: GEORGIAN_GIVEN,
  family: GEORGIAN_FAMILY,
  ambiguous: NONE,
  familyForm: /^.{2,}(?:შვილ(?:ი|მა|ს|ის|თან)?|ძე(?:მ|ს|ს?თან)?)$/,
  particles: NONE,
  prefix: NEVER,
  ending: /(?:მა|ის|ით|ად|ს|მ|ო)$/,
  others: new Set(words('არის და რომ არ ეს ის მე შენ ჩვენ')),
  otherForm: NEVER,
  plain: same,
}

const ARMENIAN: SpacedScript = {
  word: /[\u0531-\u0556][\u0561-\u0587]+/g,
  given: ARMENIAN_GIVEN,
  family: ARMENIAN_FAMILY,
  ambiguous: NONE,
  familyForm: /^.{2,}(?:յան|յանց|ունի)(?:ի|ին|ը|ից|ով|ն)?$/,
  particles: NONE,
  prefix: NEVER,
  ending: /(?:ի|ին|ը|ից|ով|ն)$/,
  others: NONE,
  otherForm: NEVER,
  plain: same,
}

/** Scripts with spaces between words in which names are read. */
export const SPACED_SCRIPTS: readonly SpacedScript[] = [ARABIC, HEBREW, DEVANAGARI, GEORGIAN, ARMENIAN]
