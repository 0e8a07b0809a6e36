/** The languages of a generated library; the first ones have more items. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

/** Words of each language. The most common one is in about every tenth text, most are in a few. */
const WORDS = 20_000

/** What words begin with, go on with, and end with. */
const SOUNDS: Record<Language, readonly [starts: string, middles: string, ends: string]> = {
  en: [
    'bra cro dri fle glo hu jum lin mor nep plu qui ros sti tro vel wen yar',
    'na lo ri ckle mpa sso tte ver do ga mi rou',
    'ng rd ster ly nd rk ton ble th sh wick ps',
  ],
  de: [
    'blau dorn eich fass grim hol jagd krum lau moor nuss pfei quel rau schie tro ver wach zau',
    'er en ge ste lich ma ru ti be la ne zo',
    'heit keit ung chen lein stoff werk haus tung fell bau zeug',
  ],
  es: [
    'arro bal caju des enri fron gue hila jaro lun mese nira orqui pala que reto sobra tala vero',
    'ra li to ca me du sa be no ri gu pa',
    'ción dor illo mento nza ble rro ra jo ta co dad',
  ],
  fr: [
    'abri bour cham dou éche fari gou heu joli lam moui nape orai poi que rou sou trei vau',
    'le ri te ne ba cou di ra mi si lo ge',
    'eau ment tion euse ette age oir ier ance ille eux ure',
  ],
  ja: [
    '桜 酒 箱 橋 鏡 机 庭 池 鍋 傘 靴 糸 船 笛 筆 墨 針 釜 畳 障 襖 柱 縄 俵',
    '道 具 所 場 物 屋 式 形 色 音 線 面 部 品',
    '会 室 館 堂 園 市 町 村 店 展 祭 便 券 札',
  ],
}

/** A number from 0 to 1 for each number, always the same. */
export function chance(seed: number): number {
  let x = (seed + 0x6d2b79f5) | 0
  x = Math.imul(x ^ (x >>> 15), x | 1)
  x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
  return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
}

/** Numbers from 0 to 1, always the same ones for a seed. */
export function chances(seed: number): () => number {
  let drawn = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    drawn = (drawn + 0x85ebca6b) | 0
    return chance(drawn)
  }
}

const pick = <T>(list: readonly T[], part: number): T => list[Math.floor(part * list.length)] as T

function newWord(language: Language, rank: number): string {
  const next = chances(rank * LANGUAGES.length + LANGUAGES.indexOf(language))
  const [starts, middles, ends] = SOUNDS[language].map((sounds) => sounds.split(' '))
  const inside = Array.from({ length: rank < 400 ? 1 : 2 }, () => pick(middles ?? [], next()))
  return [pick(starts ?? [], next()), ...inside, pick(ends ?? [], next())].join('')
}

const known = new Map<Language, string[]>()

/** A word of a language, by Zipf's law: the word of rank r is drawn as often as 1/r. */
export const drawWord = (language: Language, part: number): string =>
  wordOf(language, Math.floor(WORDS ** part))

/** The word of a rank, from 1 on. */
export function wordOf(language: Language, rank: number): string {
  const words = known.get(language) ?? []
  known.set(language, words)
  words[rank] ??= newWord(language, rank)
  return words[rank] as string
}
