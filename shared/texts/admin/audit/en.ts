export const auditEn = {
  title: 'Audit log',
  intro: 'Who did what, and why. Nothing here can be changed.',
  empty: 'Nothing was done yet.',
  action: 'Action',
  target: 'Target',
  targetHint: 'Such as gif/abc123 or user/7.',
}
