/** What the way to the staff pages is called, in all languages. */
export const STAFF_PAGES = [
  'Staff pages',
  'Teamseiten',
  'Pages de l’équipe',
  'Páginas del equipo',
  'スタッフ用ページ',
] as const
