import type { auditEn } from './en.ts'

export const auditEs: typeof auditEn = {
  title: 'Registro',
  intro: 'Quién hizo qué y por qué. El registro no se puede modificar.',
  empty: 'Aún no hay actividad.',
  action: 'Acción',
  target: 'Objeto',
  targetHint: 'Por ejemplo, gif/abc123 o user/7.',
}
