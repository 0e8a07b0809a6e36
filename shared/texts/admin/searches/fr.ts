import type { searchesEn } from './en.ts'

export const searchesFr: typeof searchesEn = {
  title: 'Recherches',
  intro: 'Ce que recherchent les visiteurs, et combien de fois. Le fichier CSV contient tout.',
  empty: 'Aucune recherche pour l’instant.',
  term: 'Terme',
  count: 'Nombre',
  last: 'Dernière recherche',
  download: 'Télécharger en CSV',
  begins: 'Commence par',
}
