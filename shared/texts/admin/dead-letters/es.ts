import type { deadLettersEn } from './en.ts'

export const deadLettersEs: typeof deadLettersEn = {
  title: 'Pingbacks fallidos',
  intro:
    'Eventos de inserciones y páginas que su servicio no aceptó. Esperan aquí hasta que los reenvíes o los descartes.',
  empty: 'No ha fallado nada. Han llegado todos los pingbacks.',
  event: 'Evento',
  send: 'Reenviar',
  marked: 'En camino',
  drop: 'Descartar',
  sendAll: 'Reenviar todos',
  sendAllTitle: '¿Reenviar todos?',
  sendAllText:
    'Comprueba antes que el servicio funciona. Lo que vuelva a fallar se queda aquí, con el nuevo motivo.',
  sendAllDone: 'Todos están en camino. Si son muchos, tardarán hasta mañana.',
  sendDone: 'Está en camino. Si vuelve a fallar, se queda aquí.',
  dropTitle: '¿Descartar este pingback?',
  dropText: 'No se contará nunca. No se puede deshacer.',
  dropDone: 'El pingback se ha descartado.',
}
