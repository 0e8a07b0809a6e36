import { ELSEWHERE, elsewhere } from './words.ts'

/** Names that are no words to search for, in the order of `ELSEWHERE`. */
const ROWS: Readonly<Record<string, string>> = {
  drinks: 'Getränke|Bebidas|Boissons|飲み物',
  fantasy: 'Fantasy|Fantasía|Fantastique|ファンタジー',
  greetings: 'Grüße|Saludos|Salutations|あいさつ',
  holidays: 'Feiertage|Fiestas|Fêtes|祝日',
  meals: 'Mahlzeiten|Comidas|Repas|食事',
  nature: 'Natur|Naturaleza|Nature|自然',
  patterns: 'Muster|Patrones|Motifs|パターン',
  pets: 'Haustiere|Mascotas|Animaux de compagnie|ペット',
  planets: 'Planeten|Planetas|Planètes|惑星',
  reactions: 'Reaktionen|Reacciones|Réactions|リアクション',
  rockets: 'Raketen|Cohetes|Fusées|ロケット',
  tech: 'Technik|Tecnología|Tech|テクノロジー',
  weather: 'Wetter|Tiempo|Météo|天気',
  wild: 'Wildtiere|Animales salvajes|Animaux sauvages|野生動物',
}

const capital = (word: string): string => word.replace(/^./u, (first) => first.toUpperCase())

/** What a category is called: in English from its slug, and in the other languages. */
export function categoryNames(slug: string): { name: string; names: Record<string, string> } {
  const word = slug.replaceAll('-', ' ')
  const own = ROWS[slug]?.split('|')
  const rest = elsewhere(word)
  const names = ELSEWHERE.flatMap((lang, at) => {
    const name = own?.[at] ?? rest?.[lang]
    return name ? [[lang, capital(name)] as const] : []
  })
  return { name: capital(word), names: Object.fromEntries(names) }
}
