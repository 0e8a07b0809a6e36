import type { takedownsEn } from './en.ts'

export const takedownsEs: typeof takedownsEn = {
  title: 'Retiradas',
  intro: 'Lo retirado desaparece de todas partes en segundos y se puede restaurar.',
  empty: 'Todavía no se ha retirado nada.',
  add: 'Retirar',
  items: 'GIF',
  itemsHint: 'Id. o direcciones de GIF, uno por línea, 100 como máximo.',
  itemsWrong: 'La línea {line} no es el id. ni la dirección de un GIF.',
  itemsNeeded: 'Escribe al menos un GIF.',
  reasonNeeded: 'Escribe un motivo. Quedará en el registro.',
  mail: 'Avisar a los dueños por correo',
  confirm: 'Retirar {count}',
  done: '{count} retirados.',
  item: 'GIF',
  removed: 'Retirado',
  restored: 'Restaurado {when}',
  restore: 'Restaurar',
  restoreTitle: '¿Restaurar {id}?',
  restoreText: 'Todo el mundo volverá a verlo al instante.',
  restoreDone: '{id} está de vuelta.',
  trail: 'Registro',
}
