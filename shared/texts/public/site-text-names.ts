import { textTable } from '../languages.ts'

/** What the texts of an installation are called, in links and as headlines. */
export const SITE_TEXT_NAMES = textTable({
  rules: ['Rules', 'Regeln', 'Règles', 'Normas', 'ルール'],
  terms: [
    'Terms of use',
    'Nutzungsbedingungen',
    'Conditions d’utilisation',
    'Condiciones de uso',
    '利用規約',
  ],
  privacy: [
    'Privacy policy',
    'Datenschutzerklärung',
    'Politique de confidentialité',
    'Política de privacidad',
    'プライバシーポリシー',
  ],
  contact: ['Contact', 'Kontakt', 'Contact', 'Contacto', 'お問い合わせ'],
  imprint: ['Imprint', 'Impressum', 'Mentions légales', 'Aviso legal', '運営者情報'],
})
