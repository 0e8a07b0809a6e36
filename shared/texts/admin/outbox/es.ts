import type { outboxEn } from './en.ts'

export const outboxEs: typeof outboxEn = {
  title: 'Bandeja de salida',
  intro: 'Todos los correos de esta instalación, incluso los que no se enviaron.',
  empty: 'Aún no hay correos.',
  to: 'Para',
  subject: 'Asunto',
  sent: 'Enviado',
  waiting: 'Sin enviar',
  open: 'Leer',
}
