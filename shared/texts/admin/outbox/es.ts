import type { outboxEn } from './en.ts'

export const outboxEs: typeof outboxEn = {
  title: 'Bandeja de salida',
  intro: 'Todos los correos de esta instalación, también los que ningún servicio ha enviado.',
  empty: 'Todavía no se ha escrito ningún correo.',
  to: 'Para',
  subject: 'Asunto',
  sent: 'Enviado',
  waiting: 'Sin enviar',
  open: 'Leer',
}
