export const auditEn = {
  title: 'Audit log',
  intro: 'Who did what, and why. Entries can’t be changed.',
  empty: 'No entries yet.',
  action: 'Action',
  target: 'Target',
  targetHint: 'For example gif/abc123 or user/7.',
}
