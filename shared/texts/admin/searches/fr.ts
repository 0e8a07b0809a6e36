import type { searchesEn } from './en.ts'

export const searchesFr: typeof searchesEn = {
  title: 'Recherches',
  intro:
    'Ce que cherchent les visiteurs : les 200 premiers termes par ordre alphabétique. Le fichier les contient tous.',
  empty: 'Personne n’a encore rien cherché.',
  term: 'Terme',
  count: 'Nombre',
  last: 'Dernière recherche',
  download: 'Télécharger en CSV',
}
