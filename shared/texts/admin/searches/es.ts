import type { searchesEn } from './en.ts'

export const searchesEs: typeof searchesEn = {
  title: 'Búsquedas',
  intro: 'Qué buscan los visitantes y cuántas veces. El archivo CSV contiene todo.',
  empty: 'Aún no hay búsquedas.',
  term: 'Término',
  count: 'Veces',
  last: 'Última búsqueda',
  download: 'Descargar como CSV',
  begins: 'Empieza por',
}
