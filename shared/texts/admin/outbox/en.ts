export const outboxEn = {
  title: 'Outbox',
  intro: 'All emails from this installation, including unsent ones.',
  empty: 'No emails yet.',
  to: 'To',
  subject: 'Subject',
  sent: 'Sent',
  waiting: 'Not sent',
  open: 'Read',
}
