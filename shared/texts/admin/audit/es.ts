import type { auditEn } from './en.ts'

export const auditEs: typeof auditEn = {
  title: 'Registro',
  intro: 'Quién hizo qué y por qué. Aquí no se puede cambiar nada.',
  empty: 'Todavía no se ha hecho nada.',
  action: 'Acción',
  target: 'Objeto',
  targetHint: 'Por ejemplo, gif/abc123 o user/7.',
}
