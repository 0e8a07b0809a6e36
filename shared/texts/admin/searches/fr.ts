import type { searchesEn } from './en.ts'

export const searchesFr: typeof searchesEn = {
  title: 'Recherches',
  intro: 'Ce que cherchent les visiteurs, et combien de fois. Le fichier contient tout.',
  empty: 'Personne n’a encore rien cherché.',
  term: 'Terme',
  count: 'Nombre',
  last: 'Dernière recherche',
  download: 'Télécharger en CSV',
  begins: 'Commence par',
}
