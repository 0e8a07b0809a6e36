import type { keysEn } from './en.ts'

export const keysEs: typeof keysEn = {
  title: 'Claves de API',
  intro: 'Claves de los socios que usan la API.',
  empty: 'Aún no hay claves.',
  add: 'Nueva clave',
  name: 'Nombre',
  nameHint: '¿Quién la va a usar?',
  nameNeeded: 'Escribe un nombre.',
  rating: 'Clasificación máxima',
  rate: 'Solicitudes por minuto',
  rateHint: '0: sin límite propio.',
  noRate: 'Sin límite',
  blocked: 'Bloqueado',
  blockedHint:
    'Los ID, #etiquetas y @usuarios que este socio no ve, separados por comas. * bloquea toda la clave.',
  blockedWrong: 'Escribe hasta 200 ID, #etiquetas y @usuarios, separados por comas.',
  blockedNone: 'Nada',
  blockedAll: 'Toda la clave',
  usage: 'Solicitudes, 30 días',
  refused: '{count} rechazadas',
  usageByDay: 'Solicitudes de {name} por día',
  requests: 'Solicitudes',
  refusals: 'Rechazadas',
  created: 'Clave de {name}',
  once: 'Cópiala ahora: no se volverá a mostrar.',
  since: 'Desde',
  remove: 'Eliminar',
  removeTitle: '¿Eliminar la clave de {name}?',
  removeText:
    'Las solicitudes con esta clave se rechazarán en menos de un minuto. Esta acción no se puede deshacer.',
  removeDone: 'Se eliminó la clave de {name}.',
}
