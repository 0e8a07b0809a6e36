import type { keysEn } from './en.ts'

export const keysEs: typeof keysEn = {
  title: 'Claves de API',
  intro: 'Claves de los socios que usan la API.',
  empty: 'Todavía no hay claves.',
  add: 'Nueva clave',
  name: 'Nombre',
  nameHint: 'Quién la va a usar.',
  nameNeeded: 'Escribe un nombre.',
  rating: 'Clasificación máxima',
  rate: 'Peticiones por minuto',
  rateHint: '0 significa sin límite propio.',
  noRate: 'Sin límite',
  created: 'La clave de {name}',
  once: 'Cópiala ahora: solo se muestra una vez.',
  since: 'Desde',
  remove: 'Eliminar',
  removeTitle: '¿Eliminar la clave de {name}?',
  removeText: 'Quien la use será rechazado desde ahora. No se puede deshacer.',
  removeDone: 'La clave de {name} se ha eliminado.',
}
