import type { reportsEn } from './en.ts'

export const reportsFr: typeof reportsEn = {
  title: 'Signalements',
  intro:
    'Ce que visiteurs et membres signalent. Une décision clôt le signalement ; le GIF, lui, reste tel quel.',
  empty: 'Aucun signalement. Un problème se signale sur la page du GIF.',
  open: 'Ouvert',
  accepted: 'Accepté',
  rejected: 'Rejeté',
  about: 'Au sujet de',
  searchFor: 'Recherche « {term} »',
  words: 'Ce qu’on nous dit',
  decide: 'Décider',
  accept: 'Accepter',
  reject: 'Rejeter',
  reopen: 'Rouvrir',
  done: 'Nouvel état du signalement : {state}.',
  decidedBy: '{who}, {when}',
  sexual: 'Nudité ou sexe',
  violence: 'Violence',
  hate: 'Haine',
  harassment: 'Harcèlement',
  'self-harm': 'Automutilation',
  illegal: 'Illégal',
  copyright: 'Droit d’auteur',
  spam: 'Spam',
  other: 'Autre',
}
