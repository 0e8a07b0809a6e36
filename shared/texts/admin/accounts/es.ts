import type { accountsEn } from './en.ts'

export const accountsEs: typeof accountsEn = {
  title: 'Cuentas',
  intro: 'Quién tiene cuenta aquí y qué puede hacer.',
  empty: 'Todavía nadie tiene cuenta.',
  name: 'Nombre',
  email: 'Correo',
  role: 'Rol',
  since: 'Desde',
  user: 'Usuario',
  artist: 'Artista',
  moderator: 'Moderación',
  staff: 'Equipo',
  unconfirmed: 'Sin confirmar',
  changeTitle: '¿Dar a {name} el rol «{role}»?',
  changeText: 'Se cierran sus sesiones: al volver a entrar tendrá lo que el nuevo rol permite.',
  change: 'Cambiar rol',
  changeDone: '{name} tiene ahora el rol «{role}».',
  last: 'Es la última persona del equipo. Antes, dale el rol a otra.',
  roleOf: 'Rol de {name}',
}
