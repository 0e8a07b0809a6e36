import type { reportsEn } from './en.ts'

export const reportsEs: typeof reportsEn = {
  title: 'Denuncias',
  intro:
    'Lo que visitantes y usuarios denuncian. Una decisión cierra la denuncia; el GIF se queda como está.',
  empty: 'No hay denuncias. Quien vea algo malo puede denunciarlo en la página del GIF.',
  open: 'Abierta',
  accepted: 'Aceptada',
  rejected: 'Rechazada',
  about: 'Sobre',
  searchFor: 'Búsqueda de «{term}»',
  words: 'Qué dicen',
  decide: 'Decidir',
  accept: 'Aceptar',
  reject: 'Rechazar',
  reopen: 'Reabrir',
  done: 'Nuevo estado de la denuncia: {state}.',
  decidedBy: '{who}, {when}',
  sexual: 'Desnudos o sexo',
  violence: 'Violencia',
  hate: 'Odio',
  harassment: 'Acoso',
  'self-harm': 'Autolesiones',
  illegal: 'Ilegal',
  copyright: 'Derechos de autor',
  spam: 'Spam',
  other: 'Otro',
}
