export const outboxEn = {
  title: 'Outbox',
  intro: 'Every e-mail of this installation, also those that no mail service has sent.',
  empty: 'No e-mail was written yet.',
  to: 'To',
  subject: 'Subject',
  sent: 'Sent',
  waiting: 'Not sent',
  open: 'Read',
}
