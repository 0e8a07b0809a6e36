import type { searchesEn } from './en.ts'

export const searchesEs: typeof searchesEn = {
  title: 'Búsquedas',
  intro:
    'Qué buscan los visitantes: los primeros 200 términos por orden alfabético. El archivo los tiene todos.',
  empty: 'Todavía nadie ha buscado nada.',
  term: 'Término',
  count: 'Veces',
  last: 'Última búsqueda',
  download: 'Descargar como CSV',
}
