import type { accountsEn } from './en.ts'

export const accountsFr: typeof accountsEn = {
  title: 'Comptes',
  intro: 'Qui a un compte ici, et ce qu’il peut faire.',
  empty: 'Personne n’a encore de compte.',
  name: 'Nom',
  email: 'E-mail',
  role: 'Rôle',
  since: 'Depuis',
  user: 'Membre',
  artist: 'Artiste',
  moderator: 'Modération',
  staff: 'Équipe',
  unconfirmed: 'Non confirmé',
  changeTitle: 'Donner à {name} le rôle « {role} » ?',
  changeText: 'Ses sessions se ferment ; à la reconnexion, le nouveau rôle s’applique.',
  change: 'Changer le rôle',
  changeDone: '{name} a maintenant le rôle « {role} ».',
  last: 'C’est la dernière personne de l’équipe. Donne d’abord ce rôle à quelqu’un d’autre.',
  roleOf: 'Rôle de {name}',
}
