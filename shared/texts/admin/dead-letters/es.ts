import type { deadLettersEn } from './en.ts'

export const deadLettersEs: typeof deadLettersEn = {
  title: 'Pingbacks fallidos',
  intro: 'Eventos que su servicio no aceptó. Reenvíalos o descártalos.',
  empty: 'Sin fallos. Llegaron todos los pingbacks.',
  event: 'Evento',
  send: 'Reenviar',
  marked: 'Enviando',
  drop: 'Descartar',
  sendAll: 'Reenviar todos',
  sendAllTitle: '¿Reenviar todos?',
  sendAllText:
    'Primero comprueba que el servicio funciona. Lo que vuelva a fallar se queda aquí, con el nuevo motivo.',
  sendAllDone: 'Enviando todos. Si son muchos, puede tardar hasta mañana.',
  sendDone: 'Enviando. Si vuelve a fallar, se queda aquí.',
  dropTitle: '¿Descartar este pingback?',
  dropText: 'No se contará nunca. Esta acción no se puede deshacer.',
  dropDone: 'Se descartó el pingback.',
}
